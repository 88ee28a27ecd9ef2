import { Pool } from 'undici'

/** Connections enough that no request of a moderate load waits for one. */
const connections = 256

export type Client = AsyncDisposable & {
  /** @throws when the answer is no success */
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
      if (answer.statusCode < 300) return text
      throw new Error(`${method} ${path} was answered with ${answer.statusCode}: ${text}`)
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  }
}
