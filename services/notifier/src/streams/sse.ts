import type { FastifyReply } from 'fastify'

/** What a reader has not taken may grow to this; then the reader is dropped, and may come back where it was. */
const mostUnread = 1024 * 1024
/** More than this is to be taken in time, or the reader is dropped too. */
const mostAtOnce = 16 * 1024
const takenWithinMs = 10_000
/** When a client that has lost its stream comes back. */
const minRetryMs = 500
const maxRetryMs = 3_000

export type Sse = {
  send(id: string, data: unknown): void
  comment(text: string): void
  /** To be awaited between many: resolves when the reader has taken most of what was sent, or has gone. */
  taken(): Promise<void>
  end(): void
  onClose(act: () => void): void
}

/** Calls once the answer is over, however it ended; at once when its client has left already, of which no event tells any more. */
export function onClosed({ raw }: FastifyReply, act: () => void): void {
  if (raw.destroyed) act()
  else raw.once('close', act)
}

/** Takes the answer over as a stream of server-sent events. */
export function openSse(reply: FastifyReply): Sse {
  reply.hijack()
  const raw = reply.raw
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    // Proxies that gather answers would hold back each event.
    'x-accel-buffering': 'no',
  })
  raw.socket?.setNoDelay(true)
  const gone = () => raw.destroyed || raw.writableEnded
  let catchingUp: Promise<void> | undefined
  const catchUp = async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => raw.destroy(), takenWithinMs)
    raw.once('close', resolve)
    raw.write(':\n\n', () => resolve())
    await promise
    raw.off('close', resolve)
    clearTimeout(timer)
    catchingUp = undefined
  }
  const write = (text: string) => {
    if (gone()) return
    raw.write(text)
    if (raw.writableLength > mostUnread) raw.destroy()
    else if (raw.writableLength > mostAtOnce) catchingUp ??= catchUp()
  }
  // The head goes out at once. A client that loses us comes back soon, and all that lost a replica not in one moment.
  write(`retry: ${Math.round(minRetryMs + Math.random() * (maxRetryMs - minRetryMs))}\n\n`)
  return {
    send: (id, data) => write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    taken: async () => catchingUp,
    end: () => raw.end(),
    onClose: (act) => void raw.once('close', act),
  }
}
