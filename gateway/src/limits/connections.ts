import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { countRefused } from '@utter/http/limits/limit-in-flight'
import { networkOf } from '@utter/http/network-of'
import type { App } from '@utter/http/route'

export type ConnectionLimits = {
  max: number
  maxPerAddress: number
  /** Proxies whose connections carry many people's requests, and so have no limit of their own. */
  trustedProxies: string[]
  /** Milliseconds for which a client may read nothing of what waits for it. */
  stallMs: number
}

type Progress = { takenBytes: number; atMs: number }

/**
 * Limits of connections to this replica, in all and of one address. A connection over the limit is closed at once; so is one whose client
 * reads nothing of its response: audio and streamed replies have no timeout of their own, and each holds a slot and memory.
 */
export function limitConnections(app: App, { max, maxPerAddress, trustedProxies, stallMs }: ConnectionLimits): void {
  const { server } = app
  const isProxy = compile(trustedProxies)
  const counts = new Map<string, number>()
  const open = new Map<Socket, Progress>()
  server.maxConnections = max
  server.on('drop', () => countRefused('connections'))

  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const from = isProxy(address, 0) ? undefined : networkOf(address)
    if (from !== undefined) {
      const count = counts.get(from) ?? 0
      if (count >= maxPerAddress) {
        countRefused('connections')
        return void socket.destroy()
      }
      counts.set(from, count + 1)
    }
    open.set(socket, { takenBytes: 0, atMs: performance.now() })
    socket.once('close', () => {
      open.delete(socket)
      if (from === undefined) return
      const left = (counts.get(from) ?? 1) - 1
      if (left > 0) counts.set(from, left)
      else counts.delete(from)
    })
  })

  const looking = setInterval(() => {
    const nowMs = performance.now()
    for (const [socket, progress] of open) {
      // Buffered data leaves in pieces of 64 KiB at most: a client slower than some 2 KiB/s seems to read nothing.
      const takenBytes = socket.bytesWritten - socket.writableLength
      if (socket.writableLength === 0 || takenBytes !== progress.takenBytes) {
        progress.takenBytes = takenBytes
        progress.atMs = nowMs
      } else if (nowMs - progress.atMs >= stallMs) {
        countRefused('stalled')
        socket.destroy()
      }
    }
  }, stallMs / 6).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
