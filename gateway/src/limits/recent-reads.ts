import type { Credential } from '@utter/contracts/credential'
import type { WatchedKeys } from '@utter/storage/redis/watched-keys'
import { LRUCache } from 'lru-cache'
import type { Query, RateLimitResult, RedisLimits } from './redis-limits.ts'

/** Milliseconds for which Redis is not asked again: the life of a revoked credential where no change is heard of in time. */
const freshMs = 1_000
/** The part of an account's rate that a replica takes in advance, of what is left: one of so many, so that all replicas find some. */
const parts = 20
const maxCredentials = 5_000
const allowed = { isRevoked: false, isUnverified: false, spends: false, allowed: true, isUncounted: false, share: 0 }

/** Reads of one account that Redis has counted and that this replica may answer by itself. */
type Share = { left: number; untilMs: number; resetAtMs: number }
type Recent = { credential: Credential; limit: number; remaining: number; untilMs: number; share: Share }

/**
 * Limits that ask Redis at most once a second for a credential that only reads. A change of its copy ends that at once; while changes are not heard
 * of, each request asks. Requests that spend, visitors, and keys that are bound to networks ask each time.
 * @param watch begins to tell of changes of copies by the hash of their token; undefined: of any
 */
export function rememberReads(
  limits: RedisLimits,
  watch: (onChanged: (hash: string | undefined) => void) => WatchedKeys,
): RedisLimits & Disposable {
  const recent = new LRUCache<string, Recent>({ max: maxCredentials })
  const shares = new Map<string, Share>()
  /** Accounts, and credentials that are not known yet, of which a read asks for a share now. */
  const asking = new Set<string>()
  /** When the last change of a copy was heard of, as answers may come later that Redis gave before. */
  const changedMs = new LRUCache<string, number>({ max: maxCredentials })
  let allChangedMs = 0
  let returning: NodeJS.Timeout | undefined

  const watched = watch((hash) => {
    if (hash === undefined) {
      recent.clear()
      allChangedMs = performance.now()
    } else {
      recent.delete(hash)
      changedMs.set(hash, performance.now())
    }
  })

  function recall(known: Recent): RateLimitResult | undefined {
    const { credential, limit, remaining, share, untilMs } = known
    const msLeft = untilMs - performance.now()
    if (msLeft <= 0 || share.left <= 0) return undefined
    share.left--
    return { ...allowed, credential, limit, remaining, resetMs: msLeft }
  }

  /** Asks, and takes a share for one read at a time: each of many at once would take one. */
  async function ask(query: Query, hash: string): Promise<RateLimitResult> {
    const known = recent.get(hash)
    const asker = known?.credential.userId ?? hash
    if (asking.has(asker) || !watched.isWatching()) return limits.check(query)
    const askedMs = performance.now()
    const unused = known && known.share.resetAtMs > askedMs ? known.share.left : 0
    if (known) known.share.left = 0
    asking.add(asker)
    try {
      const userId = known?.credential.userId ?? ''
      const result = await limits.check({ ...query, share: { userId, unused, parts } })
      remember(hash, askedMs, result)
      return result
    } finally {
      asking.delete(asker)
    }
  }

  function remember(
    hash: string,
    askedMs: number,
    { credential, limit, remaining, resetMs, share: taken }: RateLimitResult,
  ): void {
    if (!credential || taken === 0) return
    const nowMs = performance.now()
    const share = shares.get(credential.userId) ?? { left: 0, untilMs: 0, resetAtMs: 0 }
    const untilMs = nowMs + Math.min(freshMs, resetMs)
    Object.assign(share, { left: share.left + taken, untilMs, resetAtMs: nowMs + resetMs })
    shares.set(credential.userId, share)
    returning ??= setTimeout(returnUnused, freshMs).unref()
    // Redis gave it before a change of which the word came first.
    if (Math.max(allChangedMs, changedMs.get(hash) ?? 0) >= askedMs) return
    recent.set(hash, { credential, limit, remaining, untilMs, share })
  }

  /** Without Redis they stay counted until the minute is over. */
  function returnUnused(): void {
    const nowMs = performance.now()
    for (const [userId, share] of shares) {
      if (share.untilMs > nowMs) continue
      if (share.left > 0 && share.resetAtMs > nowMs) limits.returnReads(userId, share.left).catch(() => {})
      share.left = 0
      shares.delete(userId)
    }
    returning = shares.size > 0 ? setTimeout(returnUnused, freshMs).unref() : undefined
  }

  return {
    ...limits,
    async check(query: Query): Promise<RateLimitResult> {
      const { hash, spends } = query
      if (!hash || spends) return limits.check(query)
      const known = recent.get(hash)
      return (known && recall(known)) ?? ask(query, hash)
    },
    [Symbol.dispose]() {
      clearTimeout(returning)
      watched[Symbol.dispose]()
    },
  }
}
