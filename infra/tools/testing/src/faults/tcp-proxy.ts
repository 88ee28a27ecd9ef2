import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const host = '127.0.0.1'

/**
 * A proxy in front of a server: each connection has one of its own behind it, and both end together.
 * @param relay passes bytes between the two, in one direction or both as it likes
 */
export async function openTcpProxy(
  target: { host: string; port: number },
  relay: (client: Socket, upstream: Socket) => void,
) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    relay(client, upstream)
  }).listen(0, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/**
 * Whole messages of a stream of bytes.
 * @param lengthOf the length of the message at the beginning of these bytes, undefined while too few of them are there
 */
export function onMessage(
  socket: Socket,
  lengthOf: (unread: Buffer) => number | undefined,
  handle: (message: Buffer) => void,
): void {
  let unread = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    for (let length = lengthOf(unread); length !== undefined && unread.length >= length; length = lengthOf(unread)) {
      const message = unread.subarray(0, length)
      unread = unread.subarray(length)
      handle(message)
    }
  })
}
