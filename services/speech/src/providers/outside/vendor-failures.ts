import { VendorError } from '@utter/contracts/vendor-error'
import { unknownVoice } from '../../domain/find-voice.ts'

type Sentence = [code: string, sentence: string]

const noCredit: Sentence = ['speech_no_credit', 'The account at the voice provider has no credit left']
const refusedText: Sentence = ['content_refused', 'The voice provider refused this text']
const noSuchVoice: Sentence = [unknownVoice.code, unknownVoice.sentence]

/** The vendors' own names of reasons, which say more than the status: ElevenLabs answers 401 for an account without credit, OpenAI 429. */
const byReason: Record<string, Sentence> = {
  quota_exceeded: noCredit,
  insufficient_quota: noCredit,
  billing_hard_limit_reached: noCredit,
  payment_required: noCredit,
  voice_not_found: noSuchVoice,
  content_policy_violation: refusedText,
  content_against_policy: refusedText,
}
const byStatus: Record<number, Sentence> = {
  400: ['speech_request_refused', 'The voice provider did not accept the request'],
  401: ['speech_not_configured', 'The voice provider refused its key'],
  402: noCredit,
  403: ['speech_not_configured', 'The voice provider does not allow this use of its key'],
  413: ['speech_request_refused', 'The voice provider did not accept the request'],
  422: ['speech_request_refused', 'The voice provider did not accept the request'],
}

export type Refusal = {
  vendor: string
  status: number
  /** The vendor's own name of it. */
  reason?: string | undefined
  retryAfterMs?: number | undefined
  /** The meaning of 404 here: that of a voice, unless the address itself may be wrong. */
  notFound?: Sentence
}

/**
 * The kind of an answer that is none. Permanent: the same request would fail again. Transient: all others; an outage too, but
 * for 429 and 408, since a vendor that answers that it is busy is up. The cause names status and reason alone: headers and
 * sentences of a vendor may hold the key.
 */
export function refusedBy({ vendor, status, reason, retryAfterMs, notFound = noSuchVoice }: Refusal): VendorError {
  const known = /^[\w.-]{1,64}$/.test(reason ?? '') ? ` ${reason}` : ''
  const cause = new Error(`${vendor} answered ${status}${known}`)
  const permanent = byReason[reason ?? ''] ?? (status === 404 ? notFound : byStatus[status])
  if (permanent) return new VendorError('permanent', ...permanent, { cause })
  const busy: Sentence = ['speech_busy', 'The voice provider is busy']
  const unavailable: Sentence = ['speech_unavailable', 'The voice provider is not available']
  return new VendorError('transient', ...(status === 429 ? busy : unavailable), {
    cause,
    isOutage: status >= 500,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

export const unreachable = (cause: unknown) =>
  new VendorError('transient', 'speech_unreachable', 'The voice provider could not be reached', {
    cause,
    isOutage: true,
  })
export const cutOff = (cause?: unknown) =>
  new VendorError('transient', 'speech_cut_off', 'The voice provider broke off its answer', { cause, isOutage: true })
export const unreadable = (cause: unknown) =>
  new VendorError('transient', 'speech_unreadable', 'The voice provider answered without a sound', {
    cause,
    isOutage: true,
  })
/** The pause after silence, in ms: longer than a step waits for, so that it is tried again later and not at once in what is left of its time. */
const afterSilenceMs = 5_000
export const tooSlow = () =>
  new VendorError('transient', 'speech_timeout', 'The voice provider did not answer in time', {
    isOutage: true,
    retryAfterMs: afterSilenceMs,
  })

/** The same failure, which is none of the step's circuit: else the voices of this machine would stand still while a vendor is away. */
export function withoutOutage(error: unknown): unknown {
  if (!(error instanceof VendorError && error.isOutage)) return error
  const { kind, code, sentence, cause, retryAfterMs } = error
  return new VendorError(kind, code, sentence, { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
}
