import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import { openBilling } from '../support/open-billing.ts'
import { openPaying } from '../support/open-paying.ts'

const paying = await closedAfterAll(openPaying())

const remove = ({ userId, signedUpAt }: Identity) =>
  accountState(paying.billing.deps).handle(
    { username: '', email: '', signedUpAt, deleted: true },
    { userId, version: 9, occurredAt: signedUpAt },
  )

test('the subscription of a deleted account is cancelled at once, and its customer’s data removed', async () => {
  const identity = await paying.subscriber()
  const { stripeCustomerId = '', stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  await remove(identity)
  expect(await paying.state(identity)).toBeNull()
  expect(await paying.stripe.subscriptions.retrieve(stripeSubscriptionId)).toMatchObject({ status: 'canceled' })
  expect(await paying.stripe.customers.retrieve(stripeCustomerId)).toMatchObject({ deleted: true })
  // Late events bring nothing back, and the erasure is repeated without harm.
  await paying.settle()
  await remove(identity)
  expect(await paying.state(identity)).toBeNull()
})

test('while Stripe is unavailable the document stays, other events go on, and the erasure follows', async () => {
  const identity = await paying.subscriber()
  const { stripeSubscriptionId = '' } = (await paying.state(identity)) ?? {}
  const { customers } = paying.payments.stripe
  const { del } = customers
  const { StripeConnectionError } = (await import('stripe')).default.errors
  customers.del = (() =>
    Promise.reject(new StripeConnectionError({ message: 'no', type: 'api_error' } as never))) as never
  await remove(identity)
  expect(await paying.state(identity)).toMatchObject({ stripeSubscriptionId })
  expect(await paying.billing.erasure.isDeleted(identity.userId)).toBe(true)
  customers.del = del
  await remove(identity)
  expect(await paying.state(identity)).toBeNull()
  expect(await paying.stripe.subscriptions.retrieve(stripeSubscriptionId)).toMatchObject({ status: 'canceled' })
})

test('an account that never began to pay, or whose customer Stripe has deleted, is removed all the same', async () => {
  const [visitor, payer] = [newIdentity(), await paying.subscriber()]
  await paying.billing.subscriptions.begin(visitor.userId, new Date())
  await paying.stripe.customers.del((await paying.state(payer))?.stripeCustomerId ?? '')
  for (const identity of [visitor, payer]) {
    await paying.billing.erasure.erase(identity.userId)
    expect(await paying.state(identity)).toBeNull()
  }
})

test('where nothing is sold any more, a customer of an earlier day is forgotten', async () => {
  await using billing = await openBilling()
  const { userId } = newIdentity()
  await billing.subscriptions.begin(userId, new Date())
  await billing.subscriptions.saveCustomer(userId, 'cus_1')
  await billing.erasure.erase(userId)
  expect(await billing.subscriptions.read(userId)).toBeNull()
})
