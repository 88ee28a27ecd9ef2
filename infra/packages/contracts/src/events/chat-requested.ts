import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { JobId } from '../ids.ts'
import { TtsSettings } from '../jobs.ts'

/** How a reply is to be spoken while it is still written. */
export const ReplyVoice = z.object({
  voiceId: z.string(),
  ttsSettings: TtsSettings,
  textNormalization: z.optional(z.literal('off')),
  /** The times of its words are told while it is heard. */
  words: z.optional(z.literal(true)),
})

/** A reply is wanted for this job, in `language` (BCP 47) or, without one, in that of the text. May be published more than once; the claim in chat makes it one reply. */
export const ChatRequested = defineEvent(
  'chat.requested',
  'chat-requested',
  z.object({
    jobId: JobId,
    attempt: z.int(),
    sessionId: z.string(),
    text: z.string(),
    language: z.optional(z.string()),
    /** Requested on the free plan: the earlier turns count in the day that all accounts on it share. */
    isFree: z.optional(z.boolean()),
    /** Streams of the job send the reply while it is written. */
    stream: z.optional(z.boolean()),
    /** The voice of a reply that can be heard while it is written; absent: it is spoken once it is there. */
    ahead: z.optional(ReplyVoice),
  }),
  { laned: true },
)
