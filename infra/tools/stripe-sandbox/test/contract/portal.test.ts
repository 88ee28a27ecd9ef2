import type Stripe from 'stripe'
import { expect } from 'vitest'
import { makeSubscriber, portalFeatures } from '../support/plans.ts'
import { behaves, type Target } from '../support/targets.ts'

const refused = (about: object = {}) => ({ statusCode: 400, type: 'StripeInvalidRequestError', ...about })
const off = { enabled: false }
const products = { expand: ['features.subscription_update.products'] }

/** A subscriber, and a portal that offers two plans. @param other features that are otherwise */
async function makePortal(target: Target, other: object = {}) {
  const subscriber = await makeSubscriber(target)
  const features = { ...portalFeatures([subscriber.starter, subscriber.pro]), ...other }
  const configuration = await target.stripe.billingPortal.configurations.create({ features })
  const { sessions } = target.stripe.billingPortal
  const open = (flow_data?: Stripe.BillingPortal.SessionCreateParams.FlowData) =>
    sessions.create({
      customer: subscriber.customer.id,
      configuration: configuration.id,
      ...(flow_data && { flow_data }),
    })
  return { ...subscriber, configuration, open }
}

behaves(
  'a configuration has the features that are named, the others are off; products are told where asked for',
  async (target) => {
    const { configuration, starter, pro } = await makePortal(target, { invoice_history: off })
    expect(configuration).toMatchObject({ active: true, is_default: false, metadata: {} })
    expect(configuration.features).toMatchObject({
      invoice_history: off,
      subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
      subscription_update: { enabled: true, proration_behavior: 'always_invoice' },
    })
    expect(configuration.features.subscription_update.products).toBeUndefined()
    const { retrieve } = target.stripe.billingPortal.configurations
    const { features } = await retrieve.call(target.stripe.billingPortal.configurations, configuration.id, products)
    expect(features.subscription_update.products?.map(({ prices }) => prices)).toEqual([[starter.id], [pro.id]])
  },
)

behaves('a configuration is changed in part, and is no longer listed once it is inactive', async (target) => {
  const { configurations } = target.stripe.billingPortal
  const { configuration } = await makePortal(target)
  const { features } = await configurations.update(configuration.id, {
    features: { subscription_cancel: { mode: 'immediately' } },
    metadata: { utter: 'portal' },
  })
  expect(features).toMatchObject({
    subscription_cancel: { enabled: true, mode: 'immediately' },
    subscription_update: { enabled: true, proration_behavior: 'always_invoice' },
  })
  await configurations.update(configuration.id, { active: false })
  const listed = await configurations.list({ active: true, limit: 100 })
  expect(listed.data.map(({ id }) => id)).not.toContain(configuration.id)
})

behaves('plans can only be changed where products are named', async ({ stripe }) => {
  const features = { subscription_update: { enabled: true, default_allowed_updates: ['price'] } }
  await expect(stripe.billingPortal.configurations.create({ features } as never)).rejects.toMatchObject(refused())
})

behaves('a portal opens by a configuration alone, and by none that is missing', async (target) => {
  const { customer, open, configuration } = await makePortal(target)
  expect(await open()).toMatchObject({ configuration: configuration.id, flow: null, url: expect.any(String) })
  const { sessions } = target.stripe.billingPortal
  await expect(sessions.create({ customer: customer.id, configuration: 'bpc_nowhere' })).rejects.toMatchObject(
    refused({ code: 'resource_missing', param: 'configuration' }),
  )
  // On Stripe somebody may have saved a default one.
  if (target.sandbox)
    await expect(sessions.create({ customer: customer.id })).rejects.toMatchObject(
      refused({ message: expect.stringContaining('default configuration has not been created') }),
    )
})

behaves('a flow leads to a change or an end that the configuration has', async (target) => {
  const { open, subscription, item, pro } = await makePortal(target)
  const items = [{ id: item.id, price: pro.id, quantity: 1 }]
  const change = { subscription: subscription.id, items }
  expect(await open({ type: 'subscription_update_confirm', subscription_update_confirm: change })).toMatchObject({
    flow: { type: 'subscription_update_confirm' },
  })
  const end = { type: 'subscription_cancel', subscription_cancel: { subscription: subscription.id } } as const
  expect(await open(end)).toMatchObject({ flow: { type: 'subscription_cancel' } })
  await target.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  await expect(open(end)).rejects.toMatchObject(refused())
})

behaves('a flow to what the configuration has not is refused', async (target) => {
  const { open, subscription, item, pro } = await makePortal(target, {
    ...{ subscription_cancel: off, subscription_update: off },
  })
  const change = { subscription: subscription.id, items: [{ id: item.id, price: pro.id, quantity: 1 }] }
  const flows = [
    { type: 'subscription_cancel', subscription_cancel: { subscription: subscription.id } },
    { type: 'subscription_update', subscription_update: { subscription: subscription.id } },
    { type: 'subscription_update_confirm', subscription_update_confirm: change },
  ] as const
  for (const flow of flows)
    await expect(open(flow as never)).rejects.toMatchObject(
      refused({ message: expect.stringContaining('feature in the portal configuration is disabled') }),
    )
})

behaves('a flow to a price that is not offered, or of another customer, is refused', async (target) => {
  const { open, subscription, item } = await makePortal(target)
  const { pro: otherPrice, subscription: others } = await makeSubscriber(target)
  const change = { subscription: subscription.id, items: [{ id: item.id, price: otherPrice.id, quantity: 1 }] }
  await expect(
    open({ type: 'subscription_update_confirm', subscription_update_confirm: change }),
  ).rejects.toMatchObject(refused())
  await expect(
    open({ type: 'subscription_cancel', subscription_cancel: { subscription: others.id } }),
  ).rejects.toMatchObject(refused())
})
