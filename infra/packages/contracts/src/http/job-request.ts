import * as z from 'zod/mini'
import { defaultSessionId, limits } from '../jobs.ts'
import { requiredText, webUrl } from './fields.ts'
import { spokenFields } from './job-fields.ts'
import { Metadata } from './metadata.ts'

const share = (name: string) =>
  z.optional(
    z
      .number(`${name} must be between 0 and 1`)
      .check(z.gte(0, `${name} must be between 0 and 1`), z.lte(1, `${name} must be between 0 and 1`)),
  )

/** Every setting may be left out; jobs fills in the defaults. */
export const TtsSettingsInput = z.object(
  {
    stability: share('stability'),
    similarityBoost: share('similarityBoost'),
    style: share('style'),
    speakerBoost: z.optional(z.boolean('speakerBoost must be true or false')),
  },
  'ttsSettings must be an object',
)

const tagsSentence = `tags must be at most ${limits.tags} texts of 1 to ${limits.tag} characters`
const isTag = (tag: unknown) => typeof tag === 'string' && tag.trim() !== '' && tag.length <= limits.tag

/** Words of the account's own by which it finds its jobs again. One that is given twice is one. */
const Tags = z.pipe(
  z.custom<string[]>((tags) => Array.isArray(tags) && tags.length <= limits.tags && tags.every(isTag), tagsSentence),
  z.transform((tags) => [...new Set(tags)]),
)

const hasCredentials = (text: string) => {
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

/** Jobs decides whether the plan allows a webhook and the host is public: both depend on its environment. */
const WebhookUrl = webUrl('Webhook URL', limits.webhookUrl).check(
  z.refine(
    (text) => !URL.canParse(text) || !hasCredentials(text),
    'Webhook URL must not hold a user name or a password',
  ),
)

const jobRequest = (maxText: number) => {
  const { userText, voiceId } = spokenFields(maxText)
  return z.object(
    {
      // In this order: the first fault gives the sentence.
      userText,
      /** Unique per account; an `Idempotency-Key` header stands in for a missing one. */
      requestId: requiredText('Request ID', limits.id),
      sessionId: z._default(requiredText('Session ID', limits.id), defaultSessionId),
      voiceId,
      webhookUrl: z.optional(WebhookUrl),
      ttsSettings: z.optional(TtsSettingsInput),
      metadata: z.optional(Metadata),
      tags: z.optional(Tags),
    },
    'The body must be a JSON object',
  )
}

/** `POST /api/reply`: a reply to userText is written, then spoken. */
export const ReplyRequest = jobRequest(limits.replyText)
/** `POST /api/tts`: userText is spoken as it is. */
export const TtsRequest = jobRequest(limits.ttsText)
export type JobRequest = z.infer<typeof TtsRequest>
export type JobRequestInput = z.input<typeof TtsRequest>
