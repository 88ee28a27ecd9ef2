/**
 * The meaning of a vendor's failure for the job. `transient`: try again (timeout, 429, 5xx, connection lost).
 * `permanent`: trying again changes nothing; the job fails with `sentence`.
 */
export type VendorErrorKind = 'transient' | 'permanent'

/** Codes of the failures of a reply that the text itself causes. */
export const faultsOfQuestion: ReadonlySet<string> = new Set(['content_refused', 'text_too_long'])

/**
 * The only error that chat and speech vendors let out, so that a worker decides by `kind` and never by a vendor's own classes.
 * `code` is stable and for programs; `sentence` (also the message) is for the job's owner; `retryAfterMs` is the pause that the vendor named.
 * `isOutage`: the vendor is unavailable for every request; such a fault counts for the circuit breaker, one that a single text causes must not.
 */
export class VendorError extends Error {
  readonly kind: VendorErrorKind
  readonly code: string
  readonly sentence: string
  readonly retryAfterMs: number | undefined
  readonly isOutage: boolean

  constructor(
    kind: VendorErrorKind,
    code: string,
    sentence: string,
    options: { cause?: unknown; retryAfterMs?: number; isOutage?: boolean } = {},
  ) {
    super(sentence, 'cause' in options ? { cause: options.cause } : undefined)
    this.name = 'VendorError'
    this.kind = kind
    this.code = code
    this.sentence = sentence
    this.retryAfterMs = options.retryAfterMs
    this.isOutage = options.isOutage ?? false
  }
}
