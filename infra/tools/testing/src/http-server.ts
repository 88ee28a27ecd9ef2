import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small HTTP server on this machine; its end resets what is open. @param at its port; a free one, if not given */
export async function openHttpServer(listener: RequestListener, at = 0) {
  const server = createServer(listener).listen(at, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await once(server.close(), 'close')
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    breakOff: () => server.closeAllConnections(),
    close,
    [Symbol.asyncDispose]: close,
  }
}
