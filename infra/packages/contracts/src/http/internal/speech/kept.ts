import * as z from 'zod/mini'
import { TtsSettings } from '../../../jobs.ts'
import { SpokenPart } from '../../../spoken-part.ts'

/** `POST /internal/accounts/:userId/kept`, jobs to speech: a text as a job of a work would have it spoken. */
export const KeptQuestion = z.object({
  text: z.string(),
  voiceId: z.string(),
  ttsSettings: TtsSettings,
  language: z.optional(z.string()),
  textNormalization: z.optional(z.literal('off')),
  seed: z.optional(z.int()),
  parts: z.optional(z.array(SpokenPart)),
})
export type KeptQuestion = z.infer<typeof KeptQuestion>

/** `share`: how much of the text the account has kept by works of before, 0 to 1: all of it costs no call. `hasAny`: whether it has kept anything at all. */
export const KeptAnswer = z.object({ hasAny: z.boolean(), share: z.number() })
export type KeptAnswer = z.infer<typeof KeptAnswer>
