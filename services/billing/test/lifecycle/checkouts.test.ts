import { newIdentity } from '@utter/testing/callers'
import { notLoggedIn, serviceUnavailable } from '@utter/testing/problems'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '../../src/lifecycle/open-checkout.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const path = '/api/stripe/create-checkout-session'
let paying: Paying
beforeEach(async () => {
  paying = await openPaying()
})
afterEach(() => paying[Symbol.asyncDispose]())

const begin = (identity = newIdentity()) => paying.post(path, identity, { priceId: paying.priceId('starter') })
const customers = async () => (await paying.stripe.customers.list({ limit: 100 })).data
const connectionError = () => new Stripe.errors.StripeConnectionError({ message: 'no', type: 'api_error' } as never)

describe('a customer', () => {
  test('that the account has is the one that pays', async () => {
    const identity = newIdentity()
    const { id } = await paying.stripe.customers.create({})
    await paying.billing.subscriptions.begin(identity.userId, new Date())
    await paying.billing.subscriptions.saveCustomer(identity.userId, id)
    await begin(identity)
    expect((await customers()).map((one) => one.id)).toEqual([id])
  })

  test('that was deleted at Stripe on the same day is made anew, under another key', async () => {
    const identity = newIdentity()
    await begin(identity)
    const before = (await paying.state(identity))?.stripeCustomerId ?? ''
    await paying.stripe.customers.del(before)
    expect(await begin(identity)).toMatchObject({ status: 200 })
    const after = (await paying.state(identity))?.stripeCustomerId
    expect((await customers()).map((one) => one.id)).toEqual([after])
    expect(after).not.toBe(before)
  })

  test('stays when a checkout fails for another reason', async () => {
    const identity = newIdentity()
    await begin(identity)
    const before = await paying.state(identity)
    const { payments, billing } = paying
    await expect(openCheckout(billing.deps, payments, identity, 'price_none')).rejects.toThrow('No such price')
    expect(await paying.state(identity)).toMatchObject({ stripeCustomerId: before?.stripeCustomerId })
  })
})

describe('an account that is deleted while its customer is made', () => {
  /** @param meanwhile happens after Stripe has made the customer, and before billing has its id */
  async function beginDeleted(meanwhile: (userId: string, customer: string) => Promise<unknown>) {
    const identity = newIdentity()
    const { customers } = paying.payments.stripe
    const create = customers.create.bind(customers)
    customers.create = (async (...given: Parameters<typeof create>) => {
      const made = await create(...given)
      await paying.billing.erasure.erase(identity.userId)
      await meanwhile(identity.userId, made.id)
      return made
    }) as never
    return begin(identity)
  }

  test.each<[string, (userId: string, customer: string) => Promise<unknown>]>([
    ['is refused', async () => {}],
    ['is refused though another request began it again', (id) => paying.billing.subscriptions.begin(id, new Date())],
    ['is refused though the customer is gone already', (_id, customer) => paying.stripe.customers.del(customer)],
  ])('%s, and leaves no customer', async (_name, meanwhile) => {
    expect(await beginDeleted(meanwhile)).toMatchObject(notLoggedIn)
    expect(await customers()).toEqual([])
  })

  test('is not answered as if the customer were gone, when Stripe cannot delete it', async () => {
    const answer = await beginDeleted(async () => {
      paying.payments.stripe.customers.del = (() => Promise.reject(connectionError())) as never
    })
    expect(answer).toMatchObject(serviceUnavailable)
  })

  test('before it is begun again by nothing', async () => {
    const identity = newIdentity()
    await paying.billing.erasure.erase(identity.userId)
    expect(await begin(identity)).toMatchObject(notLoggedIn)
    expect([await paying.state(identity), await customers()]).toEqual([null, []])
  })
})

describe('a checkout', () => {
  test('is watched for 25 hours', async () => {
    const identity = newIdentity()
    await begin(identity)
    const { watchSince, watchUntil } = (await paying.state(identity)) ?? {}
    expect((watchUntil?.getTime() ?? 0) - (watchSince?.getTime() ?? 0)).toBe(25 * 3_600_000)
  })

  test('closes the one before', async () => {
    const identity = newIdentity()
    await begin(identity)
    const { checkoutId = '' } = (await paying.state(identity)) ?? {}
    await begin(identity)
    expect(await paying.stripe.checkout.sessions.retrieve(checkoutId)).toMatchObject({ status: 'expired' })
  })

  test('follows one that was paid, once its subscription has ended', async () => {
    const identity = await paying.subscriber('starter')
    await paying.stripe.subscriptions.cancel((await paying.state(identity))?.stripeSubscriptionId ?? '')
    await paying.settle()
    expect(await begin(identity)).toMatchObject({ status: 200 })
  })

  test('is not opened beside one that could not be closed', async () => {
    const identity = newIdentity()
    await begin(identity)
    const before = await paying.state(identity)
    paying.payments.stripe.checkout.sessions.expire = (() => Promise.reject(connectionError())) as never
    expect(await begin(identity)).toMatchObject(serviceUnavailable)
    expect(await paying.state(identity)).toMatchObject({ checkoutId: before?.checkoutId })
  })
})
