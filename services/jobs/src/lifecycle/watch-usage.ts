import { planOf } from '@utter/contracts/plans'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { LRUCache } from 'lru-cache'
import type { LifecycleDeps } from '../deps.ts'
import { limitsOf } from '../domain/allowance/call-limits.ts'
import { usageNotices } from '../domain/allowance/usage-notices.ts'
import { noticeMade } from '../publishes/notice-made.ts'

const lookEveryMs = 2_000
const maxAccounts = 10_000
const maxPerTurn = 200

export type UsageWatch = LifecycleDeps['usageWatch'] & { look(): Promise<void> } & AsyncDisposable

/**
 * Tells owners how much of their calls and of their limit on overage is used, from the allowance itself: a process that dies before it has told
 * leaves it to the next call that is taken. A cause that is published twice is told once.
 */
export function watchUsage({
  allowances,
  plans,
  publish,
  clock,
  log,
}: Pick<LifecycleDeps, 'allowances' | 'plans' | 'publish' | 'clock' | 'log'>): UsageWatch {
  /** Accounts of which a call was taken since they were looked at. */
  const changed = new Set<string>()
  const told = new LRUCache<string, true>({ max: 4 * maxAccounts })
  async function tell(userId: string): Promise<void> {
    const allowance = await allowances.read(userId)
    if (!allowance || allowance.closedAt || allowance.periodEnd <= clock.now()) return
    const limits = limitsOf(allowance, plans)
    const news = usageNotices({ ...allowance, ...limits }, planOf(plans, allowance.tier)).filter(
      ({ cause }) => !told.has(`${userId} ${cause}`),
    )
    if (news.length === 0) return
    await publish(news.map((one) => noticeMade(userId, allowance.rev, one, clock.now())))
    for (const { cause } of news) told.set(`${userId} ${cause}`, true)
  }
  async function look(): Promise<void> {
    for (const userId of [...changed].slice(0, maxPerTurn)) {
      changed.delete(userId)
      await tell(userId).catch((error) => {
        // While Kafka or MongoDB is unavailable: looked at again.
        changed.add(userId)
        throw error
      })
    }
  }
  const loop = repeatEvery(lookEveryMs, 'usage of accounts', log, look)
  return {
    look,
    taken(userId) {
      if (changed.size < maxAccounts) changed.add(userId)
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}
