import { sleep, waitBefore } from './backoff.ts'
import { errorOf, noAnswer, UtterError } from './errors.ts'

export type Options = {
  /** Where the platform is: `https://utter.example`. */
  url: string
  /** `utter_…`. Absent in a browser that is logged in: then the cookie counts. */
  apiKey?: string
  /** Tries of one request, the first included; 5. */
  maxTries?: number
  /** Milliseconds for the answer of one try, waiting for a job apart; 30,000. */
  limitMs?: number
  fetch?: typeof fetch
  random?: () => number
}

export type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Milliseconds added to `limitMs`: the server was asked to wait. */
  moreMs?: number
  /** The time is for its head alone, and its body is read by the caller. */
  isStream?: boolean
}

export type Request = (path: string, sent?: Sent) => Promise<Response>

/** Seconds: who is told to come back later than that, such as tomorrow, is told so and does not wait. */
const maxRetryAfter = 120

/** Refusals that the same request may soon not meet again. */
const isTransient = ({ status, retryAfter }: UtterError): boolean =>
  (status === 0 || status === 503 || (status === 429 && retryAfter !== undefined)) && (retryAfter ?? 0) <= maxRetryAfter

/**
 * Creates the function that sends a request, and sends it again while its refusal is transient. Every request of this
 * client may be sent twice: those that spend something carry a request id, which is the same each time.
 */
export function createRequest(options: Options): Request {
  const { url, apiKey, maxTries = 5, limitMs = 30_000, random = Math.random } = options
  const call = options.fetch ?? globalThis.fetch

  async function once(path: string, sent: Sent): Promise<Response> {
    const { method = 'GET', body, headers, signal, moreMs = 0, isStream = false } = sent
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(new DOMException('No answer', 'TimeoutError')), limitMs + moreMs)
    try {
      const response = await call(new URL(path, url), {
        method,
        headers: {
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      })
      if (!response.ok) throw await errorOf(response)
      return isStream || response.status === 204 ? response : await whole(response)
    } catch (error) {
      if (error instanceof UtterError) throw error
      signal?.throwIfAborted()
      throw noAnswer(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return async (path, sent = {}) => {
    for (let tries = 1; ; tries++) {
      try {
        return await once(path, sent)
      } catch (error) {
        if (!(error instanceof UtterError) || !isTransient(error) || tries >= maxTries) throw error
        await sleep(waitBefore(tries, error.retryAfter, random), sent.signal)
      }
    }
  }
}

/** With its body read, so that one that is broken off counts as no answer. */
async function whole(response: Response): Promise<Response> {
  const { status, headers } = response
  return new Response(await response.arrayBuffer(), { status, headers })
}
