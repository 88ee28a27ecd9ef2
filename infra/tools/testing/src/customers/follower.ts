import { eventually } from '../eventually.ts'
import type { Customer } from './customer.ts'
import type { SseEvent } from './sse.ts'

/** Events of one connection, from the id that was sent with it. */
export type Connection = { from: string; events: SseEvent[] }
export type Follower = {
  connections: Connection[]
  /** How often the stream broke off in the middle instead of being ended. */
  broken: unknown[]
  /** Events of all connections, one after the other. */
  all(): SseEvent[]
  /** Resolves when the stream is over: 204. */
  over: Promise<void>
  stop(): void
}

/** Follows a stream as an EventSource does: whenever it ends it reconnects with the last id, until the server ends it for good. */
export function follow(customer: Customer, path: string, from = '0'): Follower {
  const connections: Connection[] = []
  const broken: unknown[] = []
  let stopped = false
  const all = () => connections.flatMap(({ events }) => events)
  const once = async () => {
    const connection: Connection = { from: all().at(-1)?.id ?? from, events: [] }
    connections.push(connection)
    try {
      const events = await customer.events(path, {
        lastEventId: connection.from,
        limitMs: 300_000,
        enough: (events) => {
          connection.events = events
          return stopped
        },
      })
      connection.events = events
      return events.length === 0 && !stopped
    } catch (error) {
      broken.push(error)
      return false
    }
  }
  const over = eventually('the stream is over', async () => stopped || (await once()), 300_000).then(() => {})
  // A test that fails meanwhile leaves the stream behind.
  over.catch(() => {})
  return {
    ...{ connections, broken, all, over },
    stop() {
      stopped = true
    },
  }
}
