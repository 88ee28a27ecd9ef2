import * as z from 'zod/mini'
import { defaultSessionId, limits, speedLimits } from '../../jobs.ts'
import { requiredText, sentBody, sentObject } from '../fields.ts'
import { WebhookUrl } from '../webhook-url.ts'
import { Dialogue, faultOfDialogue, Speakers } from './dialogue.ts'
import { checkField, JobCheck } from './job-check.ts'
import { fallbackField, JobFallback } from './job-fallback.ts'
import { markedUserText, spokenFields } from './job-fields.ts'
import { JobLanguage, TextNormalization, textFields } from './job-language.ts'
import { JobSeed, seedField } from './job-seed.ts'
import { JobTags } from './job-tags.ts'
import { Metadata } from './metadata.ts'

const share = (name: string) =>
  z.optional(
    z
      .number(`${name} must be between 0 and 1`)
      .check(z.gte(0, `${name} must be between 0 and 1`), z.lte(1, `${name} must be between 0 and 1`)),
  )

const speedSentence = `speed must be between ${speedLimits.min} and ${speedLimits.max}`

/** Every setting may be left out; jobs fills in the defaults. */
export const TtsSettingsInput = sentObject(
  {
    stability: share('stability'),
    similarityBoost: share('similarityBoost'),
    style: share('style'),
    speakerBoost: z.optional(z.boolean('speakerBoost must be true or false')),
    speed: z.optional(
      z.number(speedSentence).check(z.gte(speedLimits.min, speedSentence), z.lte(speedLimits.max, speedSentence)),
    ),
  },
  'ttsSettings must be an object',
)

/** Whether the sound can be heard as it is spoken: `false` is the same request as none. */
const Stream = z.pipe(
  z.boolean('stream must be true or false'),
  z.transform((value) => value || undefined),
)

const requestId = requiredText('Request ID', limits.id)

const spokenAlone = 'is for texts that are spoken as they are'
/** Whether the text is SSML; of the same request whether `false` is sent or left out. */
const ssmlField = (isTaken: boolean) =>
  z.optional(
    z.pipe(
      z.boolean('ssml must be true or false').check(z.refine((value) => isTaken || !value, `ssml ${spokenAlone}`)),
      z.transform((value) => (value ? (true as const) : undefined)),
    ),
  )

/** A dialogue stands in the place of the text, as which it is written before the request is parsed. */
const dialogueFields = (isTaken: boolean) => ({
  dialogue: z.optional(Dialogue.check(z.refine(() => isTaken, `dialogue ${spokenAlone}`))),
  speakers: z.optional(Speakers.check(z.refine(() => isTaken, `speakers ${spokenAlone}`))),
})

const jobRequest = (userText: typeof markedUserText, isSpokenAlone: boolean) => {
  const { voiceId } = spokenFields(limits.ttsText)
  return sentBody({
    // In this order: the first fault gives the sentence.
    ...dialogueFields(isSpokenAlone),
    userText,
    /** Unique per account; an `Idempotency-Key` header replaces a missing one. */
    requestId,
    sessionId: z._default(requiredText('Session ID', limits.id), defaultSessionId),
    voiceId,
    webhookUrl: z.optional(WebhookUrl),
    ttsSettings: z.optional(TtsSettingsInput),
    ...textFields,
    ssml: ssmlField(isSpokenAlone),
    ...fallbackField,
    ...seedField,
    ...checkField,
    stream: z.optional(Stream),
    metadata: z.optional(Metadata),
    tags: z.optional(JobTags),
  }).check(({ value, issues }) => {
    const fault = issues.length === 0 && value.dialogue && faultOfDialogue(value.dialogue, value.speakers)
    if (fault) issues.push({ code: 'custom', input: value, ...fault })
  })
}

/** `POST /api/reply`: a reply to userText is written, then spoken. */
export const ReplyRequest = jobRequest(spokenFields(limits.replyText).userText, false)
/** `POST /api/tts`: userText is spoken as it is. */
export const TtsRequest = jobRequest(markedUserText, true)
export type JobRequest = z.infer<typeof TtsRequest>
export type JobRequestInput = z.input<typeof TtsRequest>

/**
 * `POST /api/jobs/{id}/retry`: a new job of an earlier one, with what is given in its place. `from` `reply` keeps the reply, and asks no model.
 * Without a request id each call is a job of its own.
 */
export const RetryRequest = sentBody({
  from: z._default(z.enum(['start', 'reply'], "from must be 'start' or 'reply'"), 'start'),
  /** As long as the earlier job's route takes. */
  userText: z.optional(markedUserText),
  voiceId: z.optional(spokenFields(limits.ttsText).voiceId),
  ttsSettings: z.optional(TtsSettingsInput),
  /** `auto` takes back what the earlier job has. */
  language: z.optional(JobLanguage),
  textNormalization: z.optional(TextNormalization),
  /** `false` takes back what the earlier job has. */
  ssml: z.optional(z.boolean('ssml must be true or false')),
  speakers: z.optional(Speakers),
  /** `none` takes back what the earlier job has. */
  fallback: z.optional(JobFallback),
  /** Without one the earlier job's. */
  seed: z.optional(JobSeed),
  /** `shape` takes back what the earlier job has. */
  check: z.optional(JobCheck),
  requestId: z.optional(requestId),
}).check(
  z.refine(({ from, userText }) => from === 'start' || userText === undefined, {
    path: ['userText'],
    error: 'userText can be changed from the start alone',
  }),
)
export type RetryRequest = z.infer<typeof RetryRequest>
