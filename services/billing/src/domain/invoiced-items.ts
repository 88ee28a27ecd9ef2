import { dollars } from './currency.ts'
import type { Found, StripeItem } from './differences.ts'
import type { Subscription } from './subscription.ts'

/** An item of overage as it was intended: its price in thousandths of its currency. */
export type PricedItem = {
  key: string
  quantity: number
  price: number
  /** Absent: dollars. */
  currency?: string | undefined
  at: Date
  isSent: boolean
}
type Account = Pick<Subscription, 'stripeSubscriptionId' | 'periodStart'>

const hourMs = 3_600_000
/** Longer than a draft waits for its hour, and for what holds it up on a bad night. */
const draftMs = 48 * hourMs

/** Items that cost something else at Stripe, or by which nobody pays: refused, on no invoice, or on one that is given up. */
export function invoicedDifferences(own: PricedItem[], theirs: StripeItem[], account: Account, now: Date): Found[] {
  return own.flatMap((item) => {
    const { key, price, currency = dollars, quantity, isSent } = item
    const [made, ...more] = theirs.filter((one) => one.key === key)
    const isPriced = made && more.length === 0 && made.quantity === quantity
    return [
      ...(!isSent && isOlder(item, hourMs, now) ? [unsent(item)] : []),
      ...(isPriced && (made.price !== price || made.currency !== currency) ? [wrongPrice(made, price, currency)] : []),
      ...(made ? unpaid(made, account, now) : []),
    ]
  })
}

function unpaid(item: StripeItem, account: Account, now: Date): Found[] {
  const { key, invoice } = item
  if (!invoice) {
    const isWaiting = !isOlder(item, draftMs, now) || isTakenNext(item, account)
    return isWaiting ? [] : [{ kind: 'not-invoiced', sentence: `The item ${key} is on no invoice` }]
  }
  const { id, status } = invoice
  const sentence = `The item ${key} is on the invoice ${id}, which is ${status}`
  if (status === 'draft') return isOlder(invoice, draftMs, now) ? [{ kind: 'not-invoiced', sentence }] : []
  return status === 'void' || status === 'uncollectible' ? [{ kind: 'void-invoice', sentence }] : []
}

/** Whether the invoice that takes an item by itself is still to come: the next period's. */
const isTakenNext = ({ at }: StripeItem, { stripeSubscriptionId, periodStart }: Account): boolean =>
  stripeSubscriptionId !== undefined && periodStart !== undefined && at >= periodStart

const isOlder = ({ at }: { at: Date }, ms: number, now: Date): boolean => now.getTime() - at.getTime() > ms

const unsent = ({ key, at }: PricedItem): Found => ({
  kind: 'unsent-item',
  sentence: `The item ${key} is refused by Stripe, or not answered, since ${at.toISOString()}`,
})

const wrongPrice = ({ key, price, currency }: StripeItem, here: number, ofHere: string): Found => ({
  kind: 'wrong-price',
  sentence: `A call of the item ${key} costs ${price / 1_000} ${currency} at Stripe, ${here / 1_000} ${ofHere} here`,
})
