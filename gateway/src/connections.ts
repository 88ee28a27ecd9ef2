import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import { countRefused } from '@utter/http/limit-in-flight'
import { networkOf } from '@utter/http/network-of'
import type { App } from '@utter/http/server'

export type ConnectionLimits = {
  max: number
  maxPerAddress: number
  /** Their connections carry many people's requests, so they have no limit of their own. */
  trustedProxies: string[]
  /** Milliseconds for which a client may take nothing of what waits for it. */
  stallMs: number
}

type Progress = { takenBytes: number; atMs: number }

/**
 * Connections to this replica, in all and of one address. What is over the limit is closed at once; so is a connection whose client
 * takes nothing of its answer: audio and replies that are written have no time of their own, and each holds a place and memory.
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
    open.set(socket, { takenBytes: 0, atMs: Date.now() })
    socket.once('close', () => {
      open.delete(socket)
      if (from === undefined) return
      const left = (counts.get(from) ?? 1) - 1
      if (left > 0) counts.set(from, left)
      else counts.delete(from)
    })
  })

  const looking = setInterval(() => {
    const nowMs = Date.now()
    for (const [socket, progress] of open) {
      // What waits here leaves in pieces of 64 KiB at most: under some 2 KiB/s a reader seems to take nothing.
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
