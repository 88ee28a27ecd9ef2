import type { Base, Metadata } from './common.ts'

export type Coupon = Base<'coupon'> & {
  amount_off: number | null
  currency: string | null
  percent_off: number | null
  duration: 'forever' | 'once' | 'repeating'
  duration_in_months: number | null
  max_redemptions: number | null
  metadata: Metadata
  name: string | null
  redeem_by: number | null
  times_redeemed: number
  valid: boolean
}

/** The part of a coupon that lowers a bill. */
export type Reduction = { discount: string } & Pick<Coupon, 'percent_off' | 'amount_off'>

export type Tax = { percent: number; reason: 'standard_rated' | 'not_collecting' | 'reverse_charge' }

export type PromotionCode = Base<'promotion_code'> & {
  active: boolean
  code: string
  customer: string | null
  expires_at: number | null
  max_redemptions: number | null
  metadata: Metadata
  promotion: { type: 'coupon'; coupon: string }
  times_redeemed: number
}

/** A coupon that a subscription has. */
export type Discount = {
  id: string
  object: 'discount'
  checkout_session: string | null
  customer: string
  start: number
  end: number | null
  invoice: null
  invoice_item: null
  promotion_code: string | null
  source: { type: 'coupon'; coupon: string }
  subscription: string
  subscription_item: null
}
