import { eventually } from '../eventually.ts'
import type { Customer } from './customer.ts'
import type { SseEvent } from './sse.ts'

/** What one connection told, from the id that was sent with it. */
export type Connection = { from: string; events: SseEvent[] }
export type Follower = {
  connections: Connection[]
  /** How often the stream broke off in the middle instead of being ended. */
  broken: unknown[]
  /** What was told by all of them, one after the other. */
  all(): SseEvent[]
  /** Resolves when the stream is over: 204. */
  over: Promise<void>
  stop(): void
}

/** Follows a stream as an EventSource does: whenever it ends it comes back with the last id, until it is told that it is over. */
export function follow(customer: Customer, path: string, from = '0'): Follower {
  const connections: Connection[] = []
  const broken: unknown[] = []
  let stopped = false
  const all = () => connections.flatMap(({ events }) => events)
  const once = async () => {
    const connection: Connection = { from: all().at(-1)?.id ?? from, events: [] }
    connections.push(connection)
    try {
      const told = await customer.events(path, {
        lastEventId: connection.from,
        limitMs: 300_000,
        enough: (events) => {
          connection.events = events
          return stopped
        },
      })
      connection.events = told
      return told.length === 0 && !stopped
    } catch (error) {
      broken.push(error)
      return false
    }
  }
  const over = eventually('the stream is over', async () => stopped || (await once()), 300_000).then(() => {})
  return {
    ...{ connections, broken, all, over },
    stop() {
      stopped = true
    },
  }
}
