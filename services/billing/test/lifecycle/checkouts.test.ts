import type { Identity } from '@utter/http/identity'
import { newIdentity } from '@utter/testing/callers'
import { notLoggedIn, serviceUnavailable } from '@utter/testing/problems'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openCheckout } from '../../src/lifecycle/plans/open-checkout.ts'
import { openPaying, type Paying } from '../support/open-paying.ts'

const path = '/api/stripe/create-checkout-session'
let paying: Paying
beforeEach(async () => {
  paying = await openPaying()
})
afterEach(() => paying[Symbol.asyncDispose]())

const begin = (identity = newIdentity(), tier: 'starter' | 'pro' = 'starter') =>
  paying.post(path, identity, { priceId: paying.priceId(tier) })
const openSessions = async (identity: Identity) => {
  const customer = (await paying.state(identity))?.stripeCustomerId ?? ''
  return (await paying.stripe.checkout.sessions.list({ customer, status: 'open' })).data
}
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

  test('of another price closes the one before, and the same price leads to the same page', async () => {
    const identity = newIdentity()
    const { url } = (await begin(identity)).body
    expect((await begin(identity)).body).toEqual({ url })
    const { checkoutId = '' } = (await paying.state(identity)) ?? {}
    expect((await begin(identity, 'pro')).body.url).not.toBe(url)
    expect(await paying.stripe.checkout.sessions.retrieve(checkoutId)).toMatchObject({ status: 'expired' })
  })

  test('closes one that another version of this service has opened', async () => {
    const identity = newIdentity()
    await begin(identity)
    const { stripeCustomerId: customer = '' } = (await paying.state(identity)) ?? {}
    const { id } = await paying.stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: paying.priceId('starter'), quantity: 1 }],
      success_url: paying.url,
    })
    await paying.billing.database
      .collection<{ _id: string }>('subscriptions')
      .updateOne({ _id: identity.userId }, { $set: { checkoutId: id } })
    await begin(identity)
    expect((await openSessions(identity)).map((one) => one.id)).not.toContain(id)
    expect(await openSessions(identity)).toHaveLength(1)
  })

  test('that was closed or is half a day old is followed by a new one', async () => {
    const identity = newIdentity()
    const { url } = (await begin(identity)).body
    const { checkoutId = '' } = (await paying.state(identity)) ?? {}
    await paying.stripe.checkout.sessions.expire(checkoutId)
    const second = (await begin(identity)).body.url
    expect(second).not.toBe(url)
    await paying.sandbox.advance(paying.sandbox.now() + 12 * 3_600)
    expect((await begin(identity)).body.url).not.toBe(second)
    expect(await openSessions(identity)).toHaveLength(1)
  })

  test('whose making is refused, or fails at Stripe for good, is made under another key', async () => {
    const identity = newIdentity()
    const { sessions } = paying.payments.stripe.checkout
    const create = sessions.create.bind(sessions)
    const keys: (string | undefined)[] = []
    sessions.create = ((_params: never, options: { idempotencyKey: string }) => {
      keys.push(options.idempotencyKey)
      return Promise.reject(new Stripe.errors.StripeAPIError({ message: 'no', type: 'api_error' } as never))
    }) as never
    expect(await begin(identity)).toMatchObject(serviceUnavailable)
    sessions.create = ((params: never, options: { idempotencyKey: string }) => {
      keys.push(options.idempotencyKey)
      return create(params, options)
    }) as never
    expect(await begin(identity)).toMatchObject({ status: 200 })
    expect(new Set(keys).size).toBe(2)
  })

  test('whose answer was lost is the one that the next request gets', async () => {
    const identity = newIdentity()
    const { sessions } = paying.payments.stripe.checkout
    const create = sessions.create.bind(sessions)
    sessions.create = (async (...given: Parameters<typeof create>) => {
      await create(...given)
      throw connectionError()
    }) as never
    expect(await begin(identity)).toMatchObject(serviceUnavailable)
    sessions.create = create as never
    expect(await begin(identity)).toMatchObject({ status: 200 })
    expect(await openSessions(identity)).toHaveLength(1)
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
    expect(await begin(identity, 'pro')).toMatchObject(serviceUnavailable)
    expect(await paying.state(identity)).toMatchObject({ checkoutId: before?.checkoutId })
  })
})
