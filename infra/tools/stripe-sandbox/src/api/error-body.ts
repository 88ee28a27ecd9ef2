import type { StripeError } from './stripe-error.ts'

export const errorBody = ({ fields }: StripeError) => ({ error: fields })
