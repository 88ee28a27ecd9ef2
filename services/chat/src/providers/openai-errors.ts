import { VendorError } from '@utter/contracts/vendor-error'
import { vendorPauseOf } from '@utter/runtime/vendor-pause'
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import { tooLate } from '../domain/too-late.ts'

const notConfigured = 'chat_not_configured'
const byCode: Record<string, [code: string, sentence: string]> = {
  content_filter: ['content_refused', 'The chat model refused this text'],
  content_policy_violation: ['content_refused', 'The chat model refused this text'],
  context_length_exceeded: ['text_too_long', 'The text is too long for the chat model'],
  insufficient_quota: ['chat_no_credit', 'The account of the chat model has no credit left'],
}
const byStatus: Record<number, [code: string, sentence: string]> = {
  400: ['chat_request_refused', 'The chat model did not accept the request'],
  401: [notConfigured, 'The chat model refused its key'],
  403: [notConfigured, 'The chat model does not allow this use of its key'],
  404: [notConfigured, 'The chat model does not exist at its address'],
  413: ['text_too_long', 'The text is too long for the chat model'],
  422: ['chat_request_refused', 'The chat model did not accept the request'],
}

export const contentRefused = () => new VendorError('permanent', 'content_refused', 'The chat model refused this text')
export const cutOff = (cause?: unknown) =>
  new VendorError('transient', 'chat_cut_off', 'The chat model broke off its answer', { cause, isOutage: true })

/**
 * The kind of a failure of an OpenAI-compatible service. Permanent: the same request would fail again (400, 401, 403, 404, refused
 * content, no credit). Transient: everything else, with the time of `Retry-After`; an outage too, except 429 and 408, since a service
 * that answers that it is busy is up.
 */
export function vendorErrorOf(error: unknown, now: Date): VendorError {
  if (error instanceof VendorError) return error
  if (error instanceof APIConnectionTimeoutError) return tooLate(error)
  if (error instanceof APIConnectionError) {
    return new VendorError('transient', 'chat_unreachable', 'The chat model could not be reached', {
      cause: error,
      isOutage: true,
    })
  }
  if (!(error instanceof APIError)) return cutOff(error)
  const permanent = byCode[error.code ?? ''] ?? byStatus[error.status ?? 0]
  if (permanent) return new VendorError('permanent', ...permanent, { cause: error })
  if (error.status === undefined) return cutOff(error) // An error event inside the stream.
  const retryAfterMs = error.headers ? vendorPauseOf(error.headers, now) : undefined
  const [code, sentence] =
    error.status === 429
      ? ['chat_busy', 'The chat model is busy']
      : ['chat_unavailable', 'The chat model is not available']
  return new VendorError('transient', code, sentence, {
    cause: error,
    isOutage: error.status >= 500,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}
