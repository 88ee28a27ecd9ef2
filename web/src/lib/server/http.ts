import { ProblemBody } from '@utter/contracts/http/problem'
import { fromServer } from '../language/from-server.ts'
import { t } from '../language/words.ts'
import { noteServerDate } from './server-clock.ts'

/** An answer that is not a success. The message is the status, a colon and the body, or the status text when it is empty. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly problem: ProblemBody | undefined
  /** Seconds to wait before the next try, when the server named them. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: string, statusText: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.problem = parseProblem(body)
    const seconds = Number(retryAfter)
    this.retryAfterSeconds = retryAfter && seconds > 0 ? Math.ceil(seconds) : undefined
  }
}

function parseProblem(body: string): ProblemBody | undefined {
  try {
    const { data } = ProblemBody.safeParse(JSON.parse(body))
    return data && inPageLanguage(data)
  } catch {
    return undefined
  }
}

const inPageLanguage = (problem: ProblemBody): ProblemBody => ({
  ...problem,
  error: fromServer(problem.error),
  ...(problem.details && {
    details: problem.details.map((one) => ({ ...one, message: fromServer(one.message) })),
  }),
})

/** Whether nobody is signed in, or not any more. A wrong password is a 401 too, and does not end the session. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 401 && !passwordCodes.includes(error.problem?.code ?? '')
const passwordCodes = ['invalid_login', 'invalid_password', 'second_factor_required', 'invalid_code', 'invalid_passkey']

/** Whether the server gave no answer of its own: the network is down, or a proxy could not reach it. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof HttpError && error.status >= 500)

/** The text of a toast about a failure: the server's sentence, else the screen's. */
export function sentenceOf(error: unknown, fallback: string): string {
  if (error instanceof HttpError) return error.problem?.error ?? fallback
  return error instanceof TypeError ? t('The server cannot be reached') : fallback
}

/**
 * Sends JSON only when there is a body; answers parsed JSON, or undefined for an empty answer.
 * @param keepalive it arrives also when the page is left meanwhile
 */
export async function request(
  method: string,
  path: string,
  { body, signal, keepalive }: { body?: unknown; signal?: AbortSignal; keepalive?: boolean } = {},
): Promise<unknown> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    signal: signal ?? null,
    ...(keepalive && { keepalive }),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  noteServerDate(response.headers.get('date'))
  const text = await response.text()
  if (!response.ok) throw new HttpError(response.status, text, response.statusText, response.headers.get('retry-after'))
  return text ? JSON.parse(text) : undefined
}
