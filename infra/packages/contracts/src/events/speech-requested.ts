import * as z from 'zod/mini'
import { defineEvent } from '../event.ts'
import { Id, JobId } from '../ids.ts'
import { Fallback, TtsSettings } from '../jobs.ts'
import { SpokenPart } from '../spoken-part.ts'

/**
 * `text` is to be spoken for this job, read by the rules of `language` (BCP 47; absent: the voice's), with `textNormalization` `off` as it was
 * written, by another voice where `fallback` allows it (absent: by none). With `words` the times of the words are kept, those of `shownText` where the
 * job shows another text than is spoken. With `check` each of its words must be heard. `parts` is the same text with its marks, absent: it has none.
 * With `live` it can be heard as it is spoken. The same `seed` gives the same sound, where the voice has noise of its own. With `workId` its pieces are
 * kept for that work, and those that the account has kept by the same voice and settings are taken; absent: nothing is kept. May be published more than
 * once; the claim in speech makes it one recording.
 */
export const SpeechRequested = defineEvent(
  'speech.requested',
  'speech-requested',
  z.object({
    jobId: JobId,
    attempt: z.int(),
    text: z.string(),
    voiceId: z.string(),
    ttsSettings: TtsSettings,
    language: z.optional(z.string()),
    textNormalization: z.optional(z.literal('off')),
    fallback: z.optional(Fallback),
    check: z.optional(z.literal('words')),
    words: z.optional(z.literal(true)),
    shownText: z.optional(z.string()),
    live: z.optional(z.literal(true)),
    seed: z.optional(z.int()),
    parts: z.optional(z.array(SpokenPart)),
    workId: z.optional(Id),
  }),
  { laned: true },
)
