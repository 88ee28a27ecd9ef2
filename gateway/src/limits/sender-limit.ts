import { rateLimited } from '@utter/http/problem'
import { type RedisLimits, windowMs } from './redis-limits.ts'
import { createReplicaCap } from './replica-cap.ts'

/**
 * A limit of its own on requests of one kind in 60 s, apart from the rates of accounts and addresses. While Redis is unavailable `max` of all
 * senders pass in this replica.
 */
export function createSenderLimit(limits: Pick<RedisLimits, 'check'>, kind: string, max: number) {
  const waitWithoutRedis = createReplicaCap(max, windowMs)
  /** @param sender an account, or a network of visitors. @throws Problem 429 past the limit */
  return async (sender: string): Promise<void> => {
    const query = { hash: null, visitor: `${kind}:${sender}`, spends: false, readsPerMinute: max }
    const waitMs = await limits.check(query).then(
      ({ allowed, resetMs }) => (allowed ? 0 : resetMs),
      () => waitWithoutRedis(),
    )
    if (waitMs > 0) throw rateLimited(waitMs)
  }
}
