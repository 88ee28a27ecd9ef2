import { expect, test } from 'vitest'
import type { StripeItem } from '../../src/domain/differences.ts'
import { invoicedDifferences, type PricedItem } from '../../src/domain/invoiced-items.ts'

const now = new Date('2026-04-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const own = (more: Partial<PricedItem> = {}): PricedItem => ({
  ...{ key: 'k1', quantity: 7, price: 25, at: now, isSent: true },
  ...more,
})
const theirs = (more: Partial<StripeItem> = {}): StripeItem => ({
  ...{ id: 'ii_1', key: 'k1', quantity: 7, price: 25, currency: 'usd', at: now },
  ...{ invoice: { id: 'in_1', status: 'paid', at: now } },
  ...more,
})
const running = { stripeSubscriptionId: 'sub_1', periodStart: hoursAgo(24 * 9) }
const found = (item: PricedItem, made: StripeItem[], account: object = running) =>
  invoicedDifferences([item], made, account, now).map(({ kind, sentence }) => [kind, sentence])

test.each<[string, number, string | undefined]>([
  ['paid', 99, undefined],
  ['open', 99, undefined],
  ['draft', 48, undefined],
  ['draft', 49, 'not-invoiced'],
  ['void', 0, 'void-invoice'],
  ['uncollectible', 0, 'void-invoice'],
])('an item on an invoice that is %s, %i hours old, is the difference %s', (status, hours, kind) => {
  const sentence = `The item k1 is on the invoice in_1, which is ${status}`
  const made = theirs({ at: hoursAgo(200), invoice: { id: 'in_1', status, at: hoursAgo(hours) } })
  expect(found(own(), [made])).toEqual(kind ? [[kind, sentence]] : [])
})

test.each<[string, number, object, boolean]>([
  ['of the present period waits for the next one', 24 * 9, running, false],
  ['of a period before should have been taken by its end', 24 * 9 + 1, running, true],
  ['of a plan that has ended waits two days', 48, {}, false],
  ['of a plan that has ended has no invoice to wait for', 49, { periodStart: hoursAgo(24 * 9) }, true],
  ['of an account without a period neither', 49, { stripeSubscriptionId: 'sub_1' }, true],
])('an item on no invoice, %s', (_name, hours, account, isWrong) => {
  const { invoice: _none, ...pending } = theirs({ at: hoursAgo(hours) })
  const differences = isWrong ? [['not-invoiced', 'The item k1 is on no invoice']] : []
  expect(found(own(), [pending], account)).toEqual(differences)
})

test.each([
  ['another price', { price: 40 }, '0.04 usd'],
  ['another currency', { currency: 'eur' }, '0.025 eur'],
])('an item that has %s at Stripe is wrong at once', (_name, more, there) => {
  expect(found(own(), [theirs(more)])).toEqual([
    ['wrong-price', `A call of the item k1 costs ${there} at Stripe, 0.025 usd here`],
  ])
})

test('the price is that of the one item that has the quantity', () => {
  const other = { price: 40 }
  expect(found(own(), [theirs(other), theirs(other)])).toEqual([])
  expect(found(own(), [theirs({ ...other, quantity: 6 })])).toEqual([])
})

test('an item that is not sent within an hour is refused, or not answered', () => {
  expect(found(own({ isSent: false, at: hoursAgo(1) }), [])).toEqual([])
  expect(found(own({ isSent: false, at: hoursAgo(2) }), [])).toEqual([
    ['unsent-item', `The item k1 is refused by Stripe, or not answered, since ${hoursAgo(2).toISOString()}`],
  ])
})
