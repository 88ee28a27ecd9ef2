import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

type Question = { method?: string; headers?: Record<string, string>; body?: unknown }

/**
 * A request from one of this machine's addresses (127.0.0.0/8), which count as other visitors.
 * @returns status 0 where the connection ended without an answer
 */
export async function askFrom(
  localAddress: string,
  url: string | URL,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const sent = request(url, {
    ...{ method, localAddress, agent: false },
    headers: {
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(payload)),
      }),
      ...headers,
    },
  })
  sent.end(payload)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
  } catch {
    return { status: 0, headers: {}, text: '' }
  }
}
