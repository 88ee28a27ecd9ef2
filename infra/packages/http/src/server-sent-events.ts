import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import { type Problem, serviceUnavailable } from './problem.ts'

/** Backpressure: unread bytes past which a client is dropped, since a slow reader must not fill this process's memory. */
const maxUnreadBytes = 1024 * 1024
/** Unread bytes that a client has a limited time to take, or it is dropped too. */
const catchUpAboveBytes = 16 * 1024
const catchUpWithinMs = 10_000
/** The pause before a client that has lost its stream connects again: a time of its own each, so that a lost replica's do not come at once. */
const minRetryMs = 500
const maxRetryMs = 3_000

export type ServerSentEvents = {
  /** Sends an event, as JSON. After the end, and for a client that has left, it does nothing. */
  send(data: unknown, fields?: { id?: string; event?: string }): void
  /** To be awaited between many events: resolves when the client has taken most of what was sent, or has left. */
  drained(): Promise<void>
  end(): void
  /** Ends the stream with an `error` event: the status is sent, so a problem can't be an answer of its own any more. */
  fail(problem: Problem): void
  onClose(act: () => void): void
}

export type StreamOptions = {
  /**
   * Whether a client that loses the stream comes back with its last id (`EventSource`). Such a stream has no end of its
   * own, so it is ended as soon as the process stops. Any other stream, the answer to a POST, names no time to retry
   * after and goes on to its end; when the process's time is over first, that is an `error` event.
   */
  resumable: boolean
}

/** Streams without an end of their own. A server that closes ends them, since it waits for its open answers. */
export const endlessStreams = new WeakSet<ServerResponse>()
const finiteStreams = new WeakMap<ServerResponse, ServerSentEvents>()

/** Takes the answer over as a stream of server-sent events (WHATWG HTML, 9.2). A resumable one leaves its request without headers. */
export function openServerSentEvents(reply: FastifyReply, { resumable }: StreamOptions): ServerSentEvents {
  reply.hijack()
  const raw = reply.raw
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    // A proxy that buffers answers would hold back each event.
    'x-accel-buffering': 'no',
  })
  const stream = new ResponseStream(raw)
  // The head leaves at once, before there is an event; and by itself, or Node would hold it in the forty pieces of which it is made.
  raw.flushHeaders()
  if (resumable) {
    endlessStreams.add(raw)
    // A signed token among them: a kilobyte, for as long as the stream lasts.
    raw.req.headers = {}
    raw.req.rawHeaders = []
    stream.retryAfter(minRetryMs + Math.random() * (maxRetryMs - minRetryMs))
  } else finiteStreams.set(raw, stream)
  return stream
}

/** A class, since its methods are shared: closures would be half a kilobyte a stream. */
class ResponseStream implements ServerSentEvents {
  readonly #raw: ServerResponse
  #catchingUp: Promise<void> | undefined

  constructor(raw: ServerResponse) {
    this.#raw = raw
  }

  retryAfter(pauseMs: number): void {
    this.#write(`retry: ${Math.round(pauseMs)}\n\n`)
  }

  send(data: unknown, { id, event }: { id?: string; event?: string } = {}): void {
    const fields = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`
    this.#write(`${fields}data: ${JSON.stringify(data)}\n\n`)
  }

  async drained(): Promise<void> {
    await this.#catchingUp
  }

  end(): void {
    this.#raw.end()
  }

  fail({ message, code }: Problem): void {
    this.send({ error: message, code }, { event: 'error' })
    this.#raw.end()
  }

  onClose(act: () => void): void {
    this.#raw.on('close', act)
  }

  #write(text: string): void {
    const raw = this.#raw
    if (raw.destroyed || raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > maxUnreadBytes) raw.destroy()
    else if (raw.writableLength > catchUpAboveBytes) this.#catchingUp ??= this.#catchUp()
  }

  async #catchUp(): Promise<void> {
    const raw = this.#raw
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => raw.destroy(), catchUpWithinMs)
    raw.once('close', resolve)
    raw.write(':\n\n', () => resolve())
    await promise
    raw.off('close', resolve)
    clearTimeout(timer)
    this.#catchingUp = undefined
  }
}

/** Ends a stream that the process has no more time for. @returns false when the answer is no such stream */
export function cutOffStream(answer: ServerResponse): boolean {
  const stream = finiteStreams.get(answer)
  stream?.fail(serviceUnavailable())
  return stream !== undefined
}
