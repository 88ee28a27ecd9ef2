import { addTransientCheck } from '@utter/runtime/is-transient'
import Stripe from 'stripe'
import { tracedHttp } from './traced-http.ts'

/** The version whose objects this code reads; the package's own types are of it. */
export const apiVersion = '2026-10-28.endive'
/** Milliseconds for one try; a card that is charged takes some seconds. */
const timeoutMs = 10_000
/** A person waits: what the sweeps do is repeated by them. */
const maxRetries = 1

// A request that Stripe did not answer, or is still busy with: a retry under the same idempotency key may succeed.
addTransientCheck(
  (error) =>
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    (error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use'),
)

/** @param sandboxUrl the sandbox, in place of Stripe itself */
export function createStripe(key: string, sandboxUrl?: string): Stripe {
  const sandbox = sandboxUrl === undefined ? undefined : new URL(sandboxUrl)
  return new Stripe(key, {
    apiVersion,
    timeout: timeoutMs,
    maxNetworkRetries: maxRetries,
    telemetry: false,
    httpClient: tracedHttp(),
    ...(sandbox && {
      host: sandbox.hostname,
      port: sandbox.port || (sandbox.protocol === 'https:' ? 443 : 80),
      protocol: sandbox.protocol === 'https:' ? 'https' : 'http',
    }),
  })
}

/** Whether Stripe refused a call, which it would do again. */
export const isRefused = (error: unknown): boolean => error instanceof Stripe.errors.StripeInvalidRequestError

/** Whether Stripe refused a call for the value of this parameter. */
export const isRefusedFor = (error: unknown, param: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.param === param

/** Whether Stripe refused a call for this reason, one of its error codes, and for this parameter where one is given. */
export const isRefusal = (error: unknown, code: string, param?: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === code &&
  (param === undefined || error.param === param)

/** Options of a call that two processes may make at once under one key: while it is in use the other one waits for the answer. */
export const underKey = (idempotencyKey: string): Stripe.RequestOptions => ({ idempotencyKey, maxNetworkRetries: 3 })

/** Whether Stripe has no such object, or has deleted it. */
export const isMissing = (error: unknown): boolean => isRefusal(error, 'resource_missing')

/** For an object that need not be there. */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** The id of an object, which Stripe sends as such or expanded. */
export const idOf = (object: string | { id: string } | null | undefined): string | undefined =>
  typeof object === 'string' ? object : object?.id

/** For an act that Stripe refuses where it was done before, or is no longer to be done. */
export function unlessRefused(error: unknown): undefined {
  if (!isRefused(error)) throw error
}

/** Whether a key gets this answer for ever: a refusal, its use with other parameters, or a fault of Stripe's. */
export function isAnswerForever(error: unknown): boolean {
  const { StripeInvalidRequestError, StripeIdempotencyError, StripeAPIError } = Stripe.errors
  if (error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use') return false
  return [StripeInvalidRequestError, StripeIdempotencyError, StripeAPIError].some((one) => error instanceof one)
}
