import { join } from 'node:path'
import { Config as account } from '@utter/account/config'
import { Config as billing } from '@utter/billing/config'
import { Config as chat } from '@utter/chat/config'
import { Config as gateway } from '@utter/gateway/config'
import { Config as jobs } from '@utter/jobs/config'
import { Config as notifier } from '@utter/notifier/config'
import { Config as referral } from '@utter/referral/config'
import { Config as speech } from '@utter/speech/config'
import { isRedisUser } from '@utter/storage/redis/rights'
import { Config as stripeSandbox } from '@utter/stripe-sandbox/config'
import type * as z from 'zod/mini'
import type { Backing } from '../backing/backing.ts'
import { redisUrlFor } from '../backing/redis.ts'
import { plainEnv } from '../backing/server.ts'
import type { Secrets } from '../secrets.ts'
import { repoDir, type Settings } from '../settings.ts'

/** The package of a process, and the schema of its environment. */
type Part = { folder: string; Config: z.ZodMiniObject }

/** Every process of the product, in the order in which they start: those that load a model take longest. The gateway stops first. */
export const parts: Record<string, Part> = {
  chat: { folder: 'services/chat', Config: chat },
  speech: { folder: 'services/speech', Config: speech },
  account: { folder: 'services/account', Config: account },
  jobs: { folder: 'services/jobs', Config: jobs },
  notifier: { folder: 'services/notifier', Config: notifier },
  billing: { folder: 'services/billing', Config: billing },
  referral: { folder: 'services/referral', Config: referral },
  gateway: { folder: 'gateway', Config: gateway },
}

/** Processes in place of a vendor, on one machine. */
export const standIns: Record<string, Part> = {
  'stripe-sandbox': { folder: 'infra/tools/stripe-sandbox', Config: stripeSandbox },
}
export const allParts: Record<string, Part> = { ...standIns, ...parts }

/** The processes that are started: payments are a sandbox's unless a key of Stripe's is set or this is production. */
export const startedParts = ({ NODE_ENV, STRIPE_SECRET_KEY }: NodeJS.ProcessEnv): string[] =>
  Object.keys(STRIPE_SECRET_KEY || NODE_ENV === 'production' ? parts : allParts)

/** The variables that a process reads, by its own `Config`: it is given these and no others. */
export const variablesOf = (name: string): string[] => Object.keys(allParts[name]?.Config.shape ?? {})
/** The processes that a process calls: those whose addresses it reads. */
export const callsOf = (name: string): string[] => {
  const variables = variablesOf(name)
  return Object.keys(parts).filter((other) => variables.includes(addressVariable(other)))
}
const addressVariable = (name: string) => `${name.toUpperCase().replaceAll('-', '_')}_URL`

export type Endpoint = { port: number; privatePort: number }
export type Models = {
  voiceDir?: string
  kokoroDir?: string
  picoDir?: string
  fliteDir?: string
  chatModelPath?: string
}
export type Wiring = {
  settings: Settings
  backing: Backing['env']
  secrets: Secrets
  endpoints: Record<string, Endpoint>
  models: Models
}

export const urlOf = ({ port }: Endpoint): string => `http://127.0.0.1:${port}`
export const privateUrlOf = ({ privatePort }: Endpoint): string => `http://127.0.0.1:${privatePort}`

/** The mailbox of a platform without a server for its mails: a folder among the data. */
export const mailboxOf = (dataDir: string): string => join(dataDir, 'mails')

/** The sender of mails, and where they go: a mailbox on disk in development, where no server is named. */
export function mailsOf({ env, dataDir }: Pick<Settings, 'env' | 'dataDir'>) {
  const { MAIL_FROM, SMTP_URL, MAIL_DIR } = env
  if (SMTP_URL || MAIL_DIR || env.NODE_ENV === 'production') return { MAIL_FROM, SMTP_URL, MAIL_DIR }
  return { MAIL_FROM: MAIL_FROM ?? 'Utter <mail@localhost>', SMTP_URL, MAIL_DIR: mailboxOf(dataDir) }
}

/** The place of the audio, as variables: the bucket that a person names, else a folder among the data. */
export const audioOf = ({ env, dataDir }: Settings): { AUDIO_DIR: string | undefined } => ({
  AUDIO_DIR: env.AUDIO_BUCKET ? undefined : join(dataDir, 'audio'),
})

const awsKeys = { AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined, AWS_SESSION_TOKEN: undefined }

/** The whole environment of one process: of the variables that it reads, those that are set here, and else the person's own. */
export function environmentOf(
  name: string,
  { settings, backing, secrets, endpoints, models }: Wiring,
): Record<string, string> {
  const endpoint = endpoints[name]
  if (!allParts[name] || !endpoint) throw new Error(`No process is called ${name}`)
  const { env } = settings
  const { identityKeys, AUDIO_SIGNING_KEY, SIGNING_KEYS, WEBHOOK_SECRETS_KEY, IDENTITY_PUBLIC_KEYS } = secrets
  const hasSandbox = endpoints['stripe-sandbox'] !== undefined
  const decided: Record<string, string | undefined> = {
    ...backing,
    // A Redis of the person's own has the user of its address.
    ...(!env.REDIS_URL && isRedisUser(name) && { REDIS_URL: redisUrlFor(name, backing.REDIS_URL, secrets) }),
    ...Object.fromEntries(Object.entries(endpoints).map(([other, at]) => [addressVariable(other), urlOf(at)])),
    AUDIO_SIGNING_KEY,
    SIGNING_KEYS,
    WEBHOOK_SECRETS_KEY,
    IDENTITY_PUBLIC_KEYS,
    IDENTITY_KEY: (identityKeys as Record<string, string>)[name],
    NODE_ENV: env.NODE_ENV ?? 'development',
    HOST: '127.0.0.1',
    PORT: String(endpoint.port),
    PRIVATE_PORT: String(endpoint.privatePort),
    PUBLIC_URL: settings.publicUrl,
    // Within the times that the supervisor gives the gateway, and after it the services.
    STOP_LIMIT_MS: env.STOP_LIMIT_MS ?? (name === 'gateway' ? '5500' : '7500'),
    KAFKA_PARTITIONS: env.KAFKA_PARTITIONS ?? '4',
    STRIPE_SECRET_KEY: hasSandbox ? secrets.STRIPE_SECRET_KEY : env.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: hasSandbox ? secrets.STRIPE_WEBHOOK_SECRET : env.STRIPE_WEBHOOK_SECRET,
    SANDBOX_FILE: join(settings.dataDir, 'stripe-sandbox.json'),
    CHAT_MODEL_PATH: models.chatModelPath,
    VOICE_DIR: models.voiceDir,
    KOKORO_DIR: models.kokoroDir,
    PICO_DIR: models.picoDir,
    FLITE_DIR: models.fliteDir,
    ...audioOf(settings),
    ...mailsOf(settings),
    // Without a bucket a person's own keys, which are for something else, are kept from it.
    ...(!env.AUDIO_BUCKET && awsKeys),
    WEB_DIR: join(repoDir, 'web/dist'),
    // Here all clients are on this machine.
    CONNECTIONS_PER_ADDRESS: env.CONNECTIONS_PER_ADDRESS ?? '10000',
    ...(env.NODE_ENV !== 'production' && boundsOfFreeAccounts(env)),
  }
  return definedOnly({
    ...plainEnv(env),
    ...Object.fromEntries(variablesOf(name).map((key) => [key, Object.hasOwn(decided, key) ? decided[key] : env[key]])),
    KAFKAJS_NO_PARTITIONER_WARNING: '1',
    // A folder for each process: a test chooses which one dies.
    FAILPOINTS_DIR: env.FAILPOINTS_DIR && join(env.FAILPOINTS_DIR, name),
    SHORTENED_BY: env.SHORTENED_BY,
    ...tracingOf(name, env),
    // Compiled once, types stripped once: a process is up in half the time from the second start on.
    NODE_COMPILE_CACHE: join(settings.cacheDir, 'node'),
  })
}

/**
 * The bounds of free accounts by network and by mailbox are off unless they are set: whoever tries the platform on one machine is one network with all
 * others there, and finds mails in a folder.
 */
const boundsOfFreeAccounts = (env: NodeJS.ProcessEnv) => ({
  FREE_CALLS_PER_NETWORK: env.FREE_CALLS_PER_NETWORK ?? '0',
  FREE_VENDOR_CHARACTERS_PER_NETWORK: env.FREE_VENDOR_CHARACTERS_PER_NETWORK ?? '0',
  FREE_CHAT_CHARACTERS_PER_NETWORK: env.FREE_CHAT_CHARACTERS_PER_NETWORK ?? '0',
  SIGNUP_PROOF_AFTER: env.SIGNUP_PROOF_AFTER ?? '0',
  REFERRAL_NETWORK_HOURS: env.REFERRAL_NETWORK_HOURS ?? '0',
  UNVERIFIED_FREE_CALLS: env.UNVERIFIED_FREE_CALLS ?? '0',
})

/** Variables of OpenTelemetry's SDK, where traces are exported at all. */
function tracingOf(name: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return {}
  const given = Object.entries(env).filter(([key]) => key.startsWith('OTEL_'))
  return { ...Object.fromEntries(given), OTEL_SERVICE_NAME: name }
}

/** The command of each process: on the Node that runs this, with tracing loaded before everything else. */
export const commandOf = (folder: string): [string, ...string[]] => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  '--import',
  join(repoDir, 'infra/packages/telemetry/src/register.ts'),
  join(repoDir, folder, 'src/main.ts'),
]

const definedOnly = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value ? [[key, value]] : [])))
