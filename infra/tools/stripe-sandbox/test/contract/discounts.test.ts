import type Stripe from 'stripe'
import { expect } from 'vitest'
import { makePrice } from '../support/plans.ts'
import { behaves, type Target } from '../support/targets.ts'

/** A promotion code of a coupon. */
async function makeCode({ stripe, unique }: Target, coupon: Stripe.CouponCreateParams, max_redemptions?: number) {
  const { id } = await stripe.coupons.create(coupon)
  const code = unique('SAVE').replace('_', '')
  return stripe.promotionCodes.create({
    ...{ promotion: { type: 'coupon', coupon: id }, code },
    ...(max_redemptions && { max_redemptions }),
  })
}

/** A checkout of a plan of $39, paid with a code. */
async function buyWith(target: Target, code: string, more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const { stripe, sandbox, unique } = target
  const price = await makePrice(stripe, unique('Starter'), 3_900)
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com' })
  const session = await stripe.checkout.sessions.create({
    ...{ mode: 'subscription', customer, line_items: [{ price: price.id, quantity: 1 }] },
    ...{ success_url: 'https://utter.example/done', allow_promotion_codes: true },
    ...more,
  })
  const finished = await sandbox?.finishCheckout(session.url ?? '', undefined, { code })
  const [subscription] = (await stripe.subscriptions.list({ customer })).data
  const invoices = async () => (await stripe.invoices.list({ customer })).data.map(({ total }) => total)
  return { customer, price, session, finished, subscription, invoices }
}
const periodEnd = (subscription: Stripe.Subscription | undefined) =>
  subscription?.items.data[0]?.current_period_end ?? 0

behaves(
  'a code lowers the checkout and its invoice: line, total and payment',
  async (target) => {
    const { code, id } = await makeCode(target, { percent_off: 33.3, duration: 'forever' })
    const { session, subscription, customer } = await buyWith(target, code.toLowerCase())
    expect(await target.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      ...{ amount_subtotal: 3_900, amount_total: 2_601, total_details: { amount_discount: 1_299 } },
      discounts: [{ promotion_code: id }],
    })
    const [discount] = subscription?.discounts ?? []
    const [invoice] = (await target.stripe.invoices.list({ customer })).data
    expect(invoice).toMatchObject({
      ...{ subtotal: 3_900, total: 2_601, amount_paid: 2_601 },
      total_discount_amounts: [{ amount: 1_299, discount }],
      lines: { data: [{ amount: 3_900, discountable: true, discount_amounts: [{ amount: 1_299, discount }] }] },
    })
    expect(await target.stripe.promotionCodes.retrieve(id)).toMatchObject({ times_redeemed: 1 })
  },
  'pages',
)

behaves(
  'a coupon holds once, for some months, or for ever; an amount never makes a bill negative',
  async (target) => {
    const coupons: [Stripe.CouponCreateParams, number[]][] = [
      [{ percent_off: 50, duration: 'once' }, [1_950, 3_900, 3_900]],
      [{ amount_off: 1_000, currency: 'usd', duration: 'repeating', duration_in_months: 2 }, [2_900, 2_900, 3_900]],
      [{ amount_off: 5_000, currency: 'usd', duration: 'forever' }, [0, 0, 0]],
    ]
    for (const [coupon, totals] of coupons) {
      const { subscription, invoices } = await buyWith(target, (await makeCode(target, coupon)).code)
      const { sandbox, stripe } = target
      await sandbox?.advance(periodEnd(subscription) + 7_200)
      await sandbox?.advance(periodEnd(await stripe.subscriptions.retrieve(subscription?.id ?? '')) + 7_200)
      expect((await invoices()).reverse()).toEqual(totals)
    }
  },
  'pages',
)

behaves(
  'an item that is not discountable is charged whole beside a plan that is',
  async (target) => {
    const { stripe, sandbox } = target
    const { code } = await makeCode(target, { percent_off: 50, duration: 'forever' })
    const { customer, subscription, invoices } = await buyWith(target, code)
    const item = { customer, currency: 'usd', amount: 800 }
    await stripe.invoiceItems.create({ ...item, discountable: false, tax_behavior: 'exclusive' })
    await stripe.invoiceItems.create(item)
    await sandbox?.advance(periodEnd(subscription) + 7_200)
    expect((await invoices())[0]).toBe(1_950 + 800 + 400)
  },
  'pages',
)

behaves(
  'a change in place gives back what was paid, and charges the new price with the discount that is left',
  async (target) => {
    const { stripe, unique, sandbox } = target
    const pro = await makePrice(stripe, unique('Pro'), 19_900)
    for (const [duration, whole] of [
      ['once', 19_900 - 1_950],
      ['forever', 9_950 - 1_950],
    ] as const) {
      const { code } = await makeCode(target, { percent_off: 50, duration })
      const { subscription } = await buyWith(target, code)
      const item = subscription?.items.data[0]
      const half = Math.floor(((item?.current_period_start ?? 0) + periodEnd(subscription)) / 2)
      await sandbox?.advance(half)
      const details = {
        items: [{ id: item?.id ?? '', price: pro.id }],
        proration_behavior: 'always_invoice' as const,
        proration_date: half,
      }
      const preview = await stripe.invoices.createPreview({
        subscription: subscription?.id ?? '',
        subscription_details: details,
      })
      await stripe.subscriptions.update(subscription?.id ?? '', details)
      const [invoice] = (await stripe.invoices.list({ customer: String(subscription?.customer) })).data
      expect([preview.total, invoice?.total]).toEqual([invoice?.total, preview.total])
      expect(Math.abs((invoice?.total ?? 0) - whole / 2)).toBeLessThan(2)
    }
  },
  'pages',
)

behaves(
  'a code that is used up, ended or unknown is refused at the checkout, and nothing is paid',
  async (target) => {
    const { stripe } = target
    const [used, ended] = [
      await makeCode(target, { percent_off: 10, duration: 'once' }, 1),
      await makeCode(target, { percent_off: 10, duration: 'once' }),
    ]
    await buyWith(target, used.code)
    await stripe.promotionCodes.update(ended.id, { active: false })
    for (const code of [used.code, ended.code, 'NOSUCHCODE']) {
      const { finished, subscription } = await buyWith(target, code)
      expect([finished?.status, subscription]).toEqual([400, undefined])
      expect(finished?.page).toContain('This code is not valid')
    }
  },
  'pages',
)

behaves(
  'a checkout that takes no codes has no place for one',
  async (target) => {
    const { code } = await makeCode(target, { percent_off: 50, duration: 'once' })
    const { finished, invoices } = await buyWith(target, code, { allow_promotion_codes: false })
    expect([finished?.status, await invoices()]).toEqual([303, [3_900]])
  },
  'pages',
)

behaves('a coupon takes a percentage or an amount, and a code is there once', async (target) => {
  const { stripe } = target
  const refused = { statusCode: 400, type: 'StripeInvalidRequestError' }
  await expect(stripe.coupons.create({ duration: 'once' })).rejects.toMatchObject(refused)
  await expect(stripe.coupons.create({ amount_off: 5, duration: 'once' })).rejects.toMatchObject(refused)
  await expect(stripe.coupons.create({ percent_off: 5, duration: 'repeating' })).rejects.toMatchObject(refused)
  const { code, promotion } = await makeCode(target, { percent_off: 5, duration: 'once' })
  const again = { code, promotion: { type: 'coupon', coupon: String(promotion.coupon) } as const }
  await expect(stripe.promotionCodes.create(again)).rejects.toMatchObject(refused)
})
