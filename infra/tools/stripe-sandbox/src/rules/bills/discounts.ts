import { monthsAfter } from '@utter/contracts/period'
import type { Context } from '../../context.ts'
import { newId } from '../../store/ids.ts'
import type { Coupon, Discount, PromotionCode, Reduction } from '../../store/records/discounts.ts'
import type { Subscription } from '../../store/records/subscriptions.ts'

/** The discounts of a subscription that hold now. */
export const discountsOf = ({ store, clock }: Context, { discounts = [] }: Subscription): Discount[] =>
  discounts.flatMap((id) => store.find('discounts', id) ?? []).filter(({ end }) => end === null || clock.now() < end)

export const reductionsOf = (context: Context, subscription: Subscription): Reduction[] =>
  discountsOf(context, subscription).map(({ id, source }) =>
    reductionOf(id, context.store.get('coupons', source.coupon)),
  )

export const reductionOf = (discount: string, { percent_off, amount_off }: Coupon): Reduction => ({
  discount,
  percent_off,
  amount_off,
})

/** An amount that is taken off another, which never falls below zero. */
export const takenOff = (amount: number, { percent_off, amount_off }: Omit<Reduction, 'discount'>): number =>
  Math.max(0, Math.min(amount, percent_off === null ? (amount_off ?? 0) : Math.round((amount * percent_off) / 100)))

/** An amount without everything that is taken off it. */
export const reduced = (amount: number, reductions: Reduction[]): number =>
  reductions.reduce((left, one) => left - takenOff(left, one), amount)

/** A discount for one invoice leaves the subscription with it. */
export function useOnce(context: Context, subscription: Subscription): void {
  const isOver = ({ source }: Discount) => context.store.get('coupons', source.coupon).duration === 'once'
  const over = discountsOf(context, subscription).filter(isOver)
  subscription.discounts = (subscription.discounts ?? []).filter((id) => over.every((one) => one.id !== id))
}

/** The code that a person has typed, while it can be redeemed. */
export const redeemable = ({ store, clock }: Context, typed: string, currency: string): PromotionCode | undefined => {
  const wanted = typed.trim().toLowerCase()
  const found = store.all('promotionCodes').find(({ code, active }) => active && code.toLowerCase() === wanted)
  const coupon = found && store.find('coupons', found.promotion.coupon)
  if (!found || !coupon) return undefined
  const isLeft = [found, coupon].every(({ max_redemptions: max, times_redeemed: times }) => max === null || times < max)
  const isInTime = [found.expires_at, coupon.redeem_by].every((end) => end === null || clock.now() < end)
  const fits = coupon.amount_off === null || coupon.currency === currency
  return isLeft && isInTime && fits ? found : undefined
}

/** Gives a subscription the coupon of a promotion code. */
export function redeem(
  { store, clock }: Context,
  subscription: Subscription,
  { code, session }: { code: string; session: string },
): void {
  const promotion = store.get('promotionCodes', code)
  const coupon = store.get('coupons', promotion.promotion.coupon)
  const start = clock.now()
  const { duration, duration_in_months: months } = coupon
  const discount = store.add('discounts', {
    id: newId('discounts'),
    object: 'discount',
    checkout_session: session,
    customer: subscription.customer,
    start,
    end:
      duration === 'repeating' ? Math.floor(monthsAfter(new Date(start * 1_000), months ?? 1).getTime() / 1_000) : null,
    invoice: null,
    invoice_item: null,
    promotion_code: promotion.id,
    source: { type: 'coupon', coupon: coupon.id },
    subscription: subscription.id,
    subscription_item: null,
  })
  promotion.times_redeemed += 1
  coupon.times_redeemed += 1
  subscription.discounts = [...(subscription.discounts ?? []), discount.id]
}
