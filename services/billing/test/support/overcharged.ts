import type { InvoiceItem } from '../../src/store/invoice-items.ts'
import { makeInvoiceItem } from '../../src/stripe/bills/make-invoice-item.ts'
import type { Paying } from './open-paying.ts'

/** An account that used three bonus calls on starter, of five calls, and was charged 12 cents for them, by an item of two months later. */
export async function overcharged(paying: Paying) {
  const identity = await paying.subscriber('starter')
  const state = async () => {
    const account = await paying.state(identity)
    if (!account?.periodStart || !account.periodEnd) throw new Error('there is no period')
    return { ...account, periodStart: account.periodStart, periodEnd: account.periodEnd }
  }
  const passPeriod = async () => paying.sandbox.advance((await state()).periodEnd.getTime() / 1_000 + 3_700)
  const {
    periodStart: period,
    stripeCustomerId: customerId = '',
    stripeSubscriptionId: subscriptionId = '',
  } = await state()
  const start = period.toISOString()
  paying.billing.segments.set(identity.userId, [{ start, bonusBalance: 3, isPresent: false }])
  await paying.enter(identity, 5 + 3)
  await passPeriod()
  const item: InvoiceItem = await paying.billing.items.intend({
    ...{ _id: `${subscriptionId}:${start}`, userId: identity.userId, customerId, subscriptionId },
    ...{ period, segment: period, tier: 'starter', quantity: 3, price: 40 },
    at: new Date(paying.sandbox.now() * 1_000 + 60 * 24 * 3_600_000),
  })
  await makeInvoiceItem(paying.stripe, paying.billing.items, item)
  await passPeriod()
  // Jobs has forgotten the segment, and knows how many bonus calls were used.
  const present = { start: new Date(0).toISOString(), bonusBalance: 0, bonusSpent: 3, isPresent: true }
  paying.billing.segments.set(identity.userId, [present])
  return { ...identity, customerId, item, passPeriod }
}
