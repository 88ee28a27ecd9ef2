import type { FastifyReply } from 'fastify'

/** What a reader has not taken may grow to this; then the reader is dropped, and may come back where it was. */
const mostUnread = 64 * 1024

export type Sse = {
  send(id: string, data: unknown): void
  comment(text: string): void
  end(): void
  onClose(act: () => void): void
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
  const write = (text: string) => {
    if (raw.destroyed || raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > mostUnread) raw.destroy()
  }
  // The head goes out at once, and a client that loses us comes back soon.
  write('retry: 1000\n\n')
  return {
    send: (id, data) => write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    comment: (text) => write(`: ${text}\n\n`),
    end: () => raw.end(),
    onClose: (act) => void raw.once('close', act),
  }
}
