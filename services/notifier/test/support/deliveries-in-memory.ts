import { randomUUID } from 'node:crypto'
import { type Delivery, newDelivery, receiverOf } from '../../src/domain/delivery.ts'
import type { DeliveryStore } from '../../src/store/deliveries.ts'

type Kept = Pick<DeliveryStore, 'pendingOf' | 'inFlightOf' | 'lease' | 'keepBody' | 'record' | 'dueAt' | 'receivers'>

/**
 * As many deliveries as the local server would scan for seconds, since it has no indexes: what their dispatcher asks and
 * records. Their receivers are in the database.
 */
export function deliveriesInMemory(receivers: DeliveryStore['receivers'], now: () => Date) {
  const byReceiver = new Map<string, Delivery[]>()
  const pending = (receiver: string) =>
    (byReceiver.get(receiver) ?? [])
      .filter(({ nextAttemptAt }) => nextAttemptAt)
      .sort((a, b) => Number(a.nextAttemptAt) - Number(b.nextAttemptAt))
  const store: Kept = {
    receivers,
    pendingOf: async (receiver, limit) => pending(receiver).slice(0, limit) as never,
    inFlightOf: async (receiver, at, limit) =>
      pending(receiver)
        .flatMap(({ leasedUntil }) => (leasedUntil && leasedUntil > at ? [leasedUntil] : []))
        .slice(0, limit),
    lease: async ({ _id, receiver, nextAttemptAt }, until) => {
      const found = byReceiver.get(receiver)?.find((one) => one._id === _id && one.nextAttemptAt === nextAttemptAt)
      return found ? (Object.assign(found, { nextAttemptAt: until, leasedUntil: until }) as never) : null
    },
    keepBody: async () => true,
    async record(delivery, _url, _attempt, outcome) {
      delete (delivery as Delivery).leasedUntil
      if (outcome.status === 'pending') return Object.assign(delivery, { nextAttemptAt: outcome.nextAttemptAt })
      delete (delivery as Delivery).nextAttemptAt
      return Object.assign(delivery, { status: outcome.status })
    },
    dueAt: async () => ({ count: 0, oldest: undefined }),
  }
  return {
    store: store as DeliveryStore,
    /** So many ends of jobs of an account, to be sent to one address. */
    async add(userId: string, url: string, count: number): Promise<void> {
      const given = { userId, outcome: 'completed', url, isOwn: false, isDisabled: false } as const
      const made = Array.from({ length: count }, () => newDelivery({ ...given, jobId: randomUUID() }, now()))
      byReceiver.set(userId, [...(byReceiver.get(userId) ?? []), ...made])
      await receivers.makeDue(made.slice(0, 1).map(receiverOf), now())
    },
  }
}
