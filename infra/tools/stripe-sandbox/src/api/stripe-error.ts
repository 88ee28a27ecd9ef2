export type ErrorFields = {
  type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'authentication_error' | 'api_error'
  message: string
  code?: string
  param?: string | undefined
  decline_code?: string
}

/** A refusal in Stripe's shape: `{error: {type, code, message, param, decline_code}}`. */
export class StripeError extends Error {
  override name = 'StripeError'
  readonly status: number
  readonly fields: ErrorFields
  constructor(status: number, fields: ErrorFields) {
    super(fields.message)
    this.status = status
    this.fields = fields
  }
}

export const invalid = (message: string, param?: string, code?: string): StripeError =>
  new StripeError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) })

/** An object that an address names is a 404; one that a parameter names is a 400. */
export const notFound = (name: string, id: string, param?: string): StripeError =>
  new StripeError(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${name}: '${id}'`,
    param: param ?? 'id',
  })

export const cardDeclined = (): StripeError =>
  new StripeError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  })

export const authenticationRequired = (): StripeError =>
  new StripeError(402, {
    type: 'card_error',
    code: 'subscription_payment_intent_requires_action',
    message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
  })
