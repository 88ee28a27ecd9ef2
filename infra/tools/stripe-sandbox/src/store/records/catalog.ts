import type { Base, Metadata } from './common.ts'

export type Product = Base<'product'> & {
  active: boolean
  name: string
  description: string | null
  metadata: Metadata
  default_price: string | null
  updated: number
  type: 'service'
}

export type Recurring = { interval: 'month' | 'year'; interval_count: 1; usage_type: 'licensed'; meter: null }

export type Price = Base<'price'> & {
  active: boolean
  currency: string
  product: string
  unit_amount: number
  unit_amount_decimal: string
  lookup_key: string | null
  nickname: string | null
  metadata: Metadata
  recurring: Recurring | null
  type: 'recurring' | 'one_time'
  billing_scheme: 'per_unit'
  /** Absent in prices of an older file. */
  tax_behavior?: 'exclusive' | 'inclusive' | 'unspecified'
}
