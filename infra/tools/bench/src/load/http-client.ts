import { Pool } from 'undici'

/** A response that is no success. */
export class Refused extends Error {
  readonly status: number
  /** Whether it has a `Retry-After`. */
  readonly hasRetryAfter: boolean

  constructor(what: string, status: number, hasRetryAfter: boolean) {
    super(what)
    this.status = status
    this.hasRetryAfter = hasRetryAfter
  }
}

/** Connections enough that no request of a moderate load waits for one. */
const connections = 256

export type Client = AsyncDisposable & {
  /** @throws Refused when the answer is no success */
  ask(
    path: string,
    options?: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  ): Promise<string>
}

export function openClient(url: string): Client {
  const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000 })
  return {
    async ask(path, { method = 'GET', headers = {}, body } = {}) {
      const answer = await pool.request({ path, method, headers, ...(body !== undefined && { body }) })
      const text = await answer.body.text()
      const { statusCode: status } = answer
      if (status < 300) return text
      const what = `${method} ${path} was answered with ${status}: ${text}`
      throw new Refused(what, status, answer.headers['retry-after'] !== undefined)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}
