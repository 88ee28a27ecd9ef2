import { LRUCache } from 'lru-cache'
import type { Busy } from '../store/deliveries/tries.ts'

export type SlotLimits = {
  /** Tries in flight in this process: of one receiver, of one whose last try took long, of one account, and in all. */
  perReceiver: number
  perSlowReceiver: number
  perAccount: number
  all: number
}
export const slotLimits: SlotLimits = { perReceiver: 8, perSlowReceiver: 2, perAccount: 32, all: 512 }

/** A try that takes longer makes its receiver a slow one, until one is quicker. */
const slowMs = 5_000
const rememberedMs = 10 * 60_000
const maxRemembered = 10_000

export type ReceiverSlots = ReturnType<typeof createReceiverSlots>
/** Frees a slot. @param sentMs how long the receiver took, if it was asked */
export type Release = (sentMs?: number) => void
type Receiver = { userId: string; receiver: string }

/** Bounds on tries in flight, so that a slow receiver holds up neither another nor another account. */
export function createReceiverSlots({ perReceiver, perSlowReceiver, perAccount, all }: SlotLimits = slotLimits) {
  const slow = new LRUCache<string, true>({ max: maxRemembered, ttl: rememberedMs })
  const [receivers, accounts] = [new Map<string, number>(), new Map<string, number>()]
  let inFlight = 0
  const add = (counts: Map<string, number>, key: string, by: number) => {
    const count = (counts.get(key) ?? 0) + by
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }
  const isBusy = (receiver: string) =>
    (receivers.get(receiver) ?? 0) >= (slow.has(receiver) ? perSlowReceiver : perReceiver)
  return {
    free: (): number => all - inFlight,
    busy: (): Busy => ({
      userIds: [...accounts].flatMap(([userId, count]) => (count >= perAccount ? [userId] : [])),
      receivers: [...receivers.keys()].filter(isBusy),
    }),
    /** Undefined: no slot is free. */
    take({ userId, receiver }: Receiver): Release | undefined {
      if (inFlight >= all || isBusy(receiver) || (accounts.get(userId) ?? 0) >= perAccount) return undefined
      const count = (by: number) => {
        inFlight += by
        add(receivers, receiver, by)
        add(accounts, userId, by)
      }
      count(1)
      return (sentMs) => {
        count(-1)
        if (sentMs === undefined) return
        if (sentMs >= slowMs) slow.set(receiver, true)
        else slow.delete(receiver)
      }
    },
  }
}
