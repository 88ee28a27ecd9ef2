import { createParser } from 'eventsource-parser'
import { maxWaitMs } from '../eventually.ts'
import { retryOnClosedSocket } from './retry-on-closed-socket.ts'

export type SseEvent = { id: string; event: string; data: Record<string, unknown> }

export type ReadOptions = {
  lastEventId?: string
  enough?: (events: SseEvent[]) => boolean
  limitMs?: number
  named?: boolean
  /** The stream is open: nothing that happens from now on is missed. */
  onOpen?: () => void
}

/** Reads a stream of server-sent events; those with a name (a heartbeat, a position, a reply) are left out unless `named` is set. @throws when it is refused, or not over in time */
export async function readEvents(
  url: URL,
  headers: Record<string, string>,
  { lastEventId, enough, limitMs = maxWaitMs, named = false, onOpen }: ReadOptions = {},
): Promise<SseEvent[]> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(limitMs)])
  const sent = {
    accept: 'text/event-stream',
    ...headers,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  }
  const response = await retryOnClosedSocket(() => fetch(url, { headers: sent, signal }))
  if (response.status === 204) return []
  if (response.status !== 200 || !response.body) throw new Error(`the stream was answered with ${response.status}`)
  onOpen?.()
  const events: SseEvent[] = []
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) => {
      if (named || event === 'message') events.push({ id, event, data: JSON.parse(data) as Record<string, unknown> })
    },
  })
  const decoder = new TextDecoder()
  try {
    for await (const chunk of response.body) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      if (enough?.(events)) break
    }
  } finally {
    stop.abort()
  }
  return events
}
