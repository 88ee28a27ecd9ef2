import * as z from 'zod/mini'

/**
 * The sentence of a fault whose schema has none of its own; the place that shows it says it in ours. A library that uses the whole of Zod
 * brings another, for the whole process.
 */
export const plainSentence = 'Invalid input'
z.config({ customError: () => plainSentence })

/** All faults of an environment in one error; its message is for the person who starts the process. */
export class ConfigError extends Error {}

/**
 * The environment, checked against a schema: every fault is reported at once, and values are never printed,
 * since any of them may be a secret. An empty variable counts as absent.
 */
export function readConfig<Schema extends z.ZodMiniType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(given)
  if (result.success) return result.data as z.infer<Schema>
  const faults = result.error.issues.map((issue) => {
    const name = issue.path.join('.')
    return given[name] === undefined
      ? `${name} is not set`
      : `${name} ${issue.message === plainSentence ? 'is not valid' : issue.message}`
  })
  throw new ConfigError(`The environment does not fit: ${faults.join('; ')}`)
}

const port = z.coerce
  .number('must be a port')
  .check(z.int('must be a port'), z.gte(0, 'must be a port'), z.lte(65_535, 'must be a port'))

/** A little less than half of Kubernetes' default grace period (30 s), so that STOP_DELAY_MS has room in it too. */
export const defaultStopLimitMs = 12_000

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** Variables of every process. */
export const processConfig = {
  NODE_ENV: z._default(
    z.enum(['development', 'test', 'production'], 'must be development, test or production'),
    'development',
  ),
  LOG_LEVEL: z._default(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`), 'info'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: port,
  /** Health and metrics: never reachable from outside. */
  PRIVATE_PORT: port,
  /**
   * Milliseconds for which a process that was asked to stop goes on answering, unready: longer than its clients take to notice
   * (in Kubernetes the period of the readiness probe, and some time for the proxies to be updated).
   */
  STOP_DELAY_MS: z._default(
    z.coerce
      .number('must be a whole number')
      .check(
        z.int('must be a whole number'),
        z.gte(0, 'must not be negative'),
        z.lte(60_000, 'must be at most a minute'),
      ),
    0,
  ),
  /**
   * Milliseconds after it in which an orderly end must be done; then the process exits as it is. Paid work in flight goes on for
   * all of it but the last 3 s: a worker wants as much as its longest step takes. A little less than the supervisor's grace period.
   */
  STOP_LIMIT_MS: z._default(
    z.coerce
      .number('must be a whole number')
      .check(
        z.int('must be a whole number'),
        z.gte(5_000, 'must be at least 5 seconds'),
        z.lte(3_600_000, 'must be at most an hour'),
      ),
    defaultStopLimitMs,
  ),
}
export type ProcessConfig = z.infer<z.ZodMiniObject<typeof processConfig>>

/** The address of a server that speaks HTTP. */
export const address = z.url({ protocol: /^https?$/, error: 'must be an address with http:// or https://' })
export const wholeNumber = z.coerce
  .number('must be a whole number')
  .check(z.int('must be a whole number'), z.gte(0, 'must not be negative'))
/** 32 random bytes or more, in any text form. */
export const secret = z.string().check(z.minLength(32, 'must have at least 32 characters'))
/** A secret, or several with commas while another takes its place: the first is used, each is accepted. */
export const secrets = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (text) => splitSecrets(text).every((one) => one.length >= 32),
        'must have at least 32 characters, and each of several too',
      ),
    ),
  z.transform(splitSecrets),
)
function splitSecrets(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.split(',').map((part) => part.trim())
  return [first, ...others]
}
export const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
)
