import { standardPlans } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { billingState } from '../../src/publishes/billing-state.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

let paying: Paying
beforeEach(async () => {
  paying = await openPaying()
})
afterEach(() => paying[Symbol.asyncDispose]())

const published = (identity: Identity) =>
  paying.billing.relayed
    .filter(({ _id }) => _id === identity.userId)
    .map((one) => billingState(one, standardPlans).data.maxSpendingLimit)
const pay = async (identity: Identity, months: number) => {
  for (let month = 0; month < months; month++) {
    const { periodEnd } = (await paying.state(identity)) ?? {}
    await paying.sandbox.advance((periodEnd?.getTime() ?? 0) / 1_000 + 3_700)
    await paying.settle()
  }
}

test('the limit that an account may set is published with its first payment, and grows with those of a year', async () => {
  const identity = await paying.subscriber('starter')
  expect(published(identity).at(-1)).toBe(390)
  await pay(identity, 5)
  expect((await paying.state(identity))?.paid?.cents).toBe(6 * 3_900)
  expect(published(identity).at(-1)).toBe(2 * 6 * 39)
  await pay(identity, 12)
  // The payments of the first year are forgotten.
  expect((await paying.state(identity))?.paid?.cents).toBe(12 * 3_900)
})

test('what is given back is paid no longer', async () => {
  const identity = await paying.subscriber('starter')
  await pay(identity, 1)
  expect((await paying.state(identity))?.paid?.cents).toBe(2 * 3_900)
  const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
  const [charge] = (await paying.stripe.charges.list({ customer })).data
  await paying.stripe.refunds.create({ payment_intent: String(charge?.payment_intent), amount: 900 })
  await paying.settle()
  expect((await paying.state(identity))?.paid?.cents).toBe(2 * 3_900 - 900)
})
