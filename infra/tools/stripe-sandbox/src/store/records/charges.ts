import type { Base, Metadata } from './common.ts'

/** Money that was taken for a payment intent. Charges that failed are not kept. */
export type Charge = Base<'charge'> & {
  amount: number
  amount_captured: number
  amount_refunded: number
  captured: true
  currency: string
  customer: string
  disputed: boolean
  metadata: Metadata
  paid: true
  payment_intent: string
  payment_method: string | null
  refunded: boolean
  status: 'succeeded'
}
