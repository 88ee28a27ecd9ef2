import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { openHttpServer } from '@utter/testing/http-server'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }
export type Answer = (response: ServerResponse, count: number) => unknown

/** A receiver of webhooks on this machine, with answers that a test sets. */
export async function openReceiver(answer: Answer = (response) => response.end('thank you')) {
  const received: Received[] = []
  let present = answer
  const server = await openHttpServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), at: performance.now() })
    present(response, received.length)
  })
  return {
    received,
    port: server.port,
    url: `${server.url}/hook`,
    answers: (next: Answer): void => {
      present = next
    },
    [Symbol.asyncDispose]: server.close,
  }
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body)
