import type { Log } from '@utter/telemetry/log'
import type { RedisLimits } from '../limits/redis-limits.ts'
import type { Token } from './token.ts'

/** Lookups at account in one check, since copies live for a minute; the others follow in the next. */
const maxResolved = 64

/**
 * Ends the streams of a session or a key that has ended, or is paused. Each check reads all copies in one write for all streams of this replica, and none while
 * there are none. While neither Redis nor account can be asked, streams stay.
 */
export function createStreamWatch({
  limits,
  isStillValid,
  checkEveryMs,
  log,
}: {
  limits: Pick<RedisLimits, 'peek'>
  /** Resolved by account, which fills the cache. */
  isStillValid(token: Token): Promise<boolean>
  checkEveryMs: number
  log: Log
}) {
  const open = new Map<string, { token: Token; ends: Set<() => void> }>()
  let isChecking = false

  async function checkStreams(): Promise<void> {
    const watched = [...open.values()]
    try {
      const states = await limits.peek(watched.map(({ token }) => token.hash))
      const unknown = watched.filter((_, index) => states[index] === 'unknown').slice(0, maxResolved)
      const bad = await Promise.all(
        unknown.map(async (one) => ((await isStillValid(one.token).catch(() => true)) ? [] : [one])),
      )
      const over = [...watched.filter((_, index) => states[index] === 'refused'), ...bad.flat()]
      for (const { ends } of over) for (const end of ends) end()
    } catch (error) {
      log.debug({ err: error }, 'credentials of streams were not checked')
    }
    isChecking = open.size > 0
    if (isChecking) setTimeout(checkStreams, checkEveryMs).unref()
  }

  return {
    /** @returns to be called when the stream is over */
    add(token: Token, end: () => void): () => void {
      const watched = open.get(token.hash) ?? { token, ends: new Set() }
      watched.ends.add(end)
      open.set(token.hash, watched)
      if (!isChecking) setTimeout(checkStreams, checkEveryMs).unref()
      isChecking = true
      return () => {
        watched.ends.delete(end)
        if (watched.ends.size === 0 && open.get(token.hash) === watched) open.delete(token.hash)
      }
    },
  }
}
