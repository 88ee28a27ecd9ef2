/** Objects are kept and answered in Stripe's own shape: times in seconds, money in cents, decimals as text. */
export type Metadata = Record<string, string>

export type List<T> = { object: 'list'; data: T[]; has_more: boolean; url: string }

export type Base<Name extends string> = { id: string; object: Name; created: number; livemode: false }

export type Period = { start: number; end: number }

export type Pricing = {
  type: 'price_details'
  price_details?: { price: string; product: string }
  unit_amount_decimal: string
}
