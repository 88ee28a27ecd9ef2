import type { Socket } from 'node:net'
import { openTcpProxy } from './tcp-proxy.ts'

/** A wire to a Redis on which nothing moves while it hangs, though it takes new connections. */
export async function openRedisWire(url: string) {
  const target = new URL(url)
  const clients = new Set<Socket>()
  let hangs = false
  const proxy = await openTcpProxy({ host: target.hostname, port: Number(target.port) }, (client, upstream) => {
    clients.add(client)
    client.on('data', (part) => upstream.write(part)).on('close', () => clients.delete(client))
    upstream.on('data', (part) => client.write(part))
    if (hangs) client.pause()
  })
  target.host = `127.0.0.1:${proxy.port}`
  return {
    url: target.href,
    hang(now: boolean): void {
      hangs = now
      for (const client of clients) now ? client.pause() : client.resume()
    },
    [Symbol.asyncDispose]: proxy.close,
  }
}
