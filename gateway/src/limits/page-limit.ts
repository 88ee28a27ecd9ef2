import { countRefused } from '@utter/http/limits/limit-in-flight'
import { rateLimited } from '@utter/http/problem'
import { LRUCache } from 'lru-cache'
import { windowMs } from './redis-limits.ts'

/** Pages of one address in 60 s: of a whole office behind one, each of whose people opens ten. */
const maxPerMinute = 600
/** The most addresses that are counted at once; beyond, those that were quiet longest begin anew. */
const maxCounted = 10_000

/** A limit on pages by address, counted in this replica: they are answered without Redis, and go on while it is away. */
export function createPageLimit(now: () => number = () => performance.now()) {
  const counts = new LRUCache<string, { endsMs: number; count: number }>({ max: maxCounted })
  /** @throws Problem 429 past the limit */
  return (network: string): void => {
    const known = counts.get(network)
    const window = known && known.endsMs > now() ? known : { endsMs: now() + windowMs, count: 0 }
    counts.set(network, window)
    if (++window.count <= maxPerMinute) return
    countRefused('pages')
    throw rateLimited(window.endsMs - now())
  }
}
