import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type Received = { headers: IncomingHttpHeaders; body: string; at: number }
type Answer = (response: ServerResponse, count: number) => unknown

/** A receiver of webhooks on this machine, with answers that a test sets. */
export async function openReceiver(answer: Answer = (response) => response.end('thank you')) {
  const received: Received[] = []
  let present = answer
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), at: performance.now() })
    present(response, received.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    port,
    url: `http://127.0.0.1:${port}/hook`,
    answers: (next: Answer): void => {
      present = next
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Receiver = Awaited<ReturnType<typeof openReceiver>>

export const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (response) =>
    response.writeHead(code, headers).end(body)
