import { monthsAfter } from '@utter/contracts/period'
import { itemAmount } from './currency.ts'

/** An item of overage, with the start of its period; its price in thousandths of a dollar. */
export type BilledItem = {
  key: string
  period: Date
  quantity: number
  price: number
  /** Absent: dollars. */
  currency?: string
  at: Date
}
/** Calls of an item that were bonus calls, and what they cost, in cents. */
export type Overcharge = { key: string; calls: number; cents: number }

/** Longer than an end of a job waits in its topic: no call of the period came as late as that. */
const lateMs = 45 * 24 * 3_600_000

/**
 * The items by which bonus calls were billed: made when their segment had been forgotten, long after its period. The latest are first.
 * @param calls bonus calls of the account that were billed
 */
export const overchargesIn = (calls: number, items: BilledItem[]): Overcharge[] =>
  takenFromLatest(
    calls,
    items.filter(({ at, period }) => at.getTime() - monthsAfter(period, 1).getTime() > lateMs),
  ).map(({ item, ...taken }) => ({ key: item.key, ...taken }))

type Priced = Pick<BilledItem, 'quantity' | 'price' | 'currency' | 'at'>
/** Calls of an item, and what they cost of it, in its currency's smallest unit. */
export type TakenCalls<Of> = { item: Of; calls: number; cents: number }

/** So many calls of these items, from the latest on. The rest of an item costs what it would have cost alone. */
export function takenFromLatest<Of extends Priced>(calls: number, items: Of[]): TakenCalls<Of>[] {
  let left = calls
  return items
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .flatMap((item) => {
      const { quantity, price, currency } = item
      const taken = Math.max(0, Math.min(left, quantity))
      left -= taken
      const cents = itemAmount(quantity, price, currency) - itemAmount(quantity - taken, price, currency)
      return taken > 0 ? [{ item, calls: taken, cents }] : []
    })
}

/** An item of which calls may have been given back. */
export type Credited = { quantity: number; credit?: { calls: number; transactionId?: string } }

/** The calls that an item bills, without those that were given back. */
export const netOf = ({ quantity, credit }: Credited): number =>
  credit?.transactionId ? quantity - credit.calls : quantity
