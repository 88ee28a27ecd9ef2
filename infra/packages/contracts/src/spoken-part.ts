import * as z from 'zod/mini'

/**
 * A part of a text with marks, in order: a silence, or a text that is spoken. `shown` is what was written where other words are spoken;
 * `phonemes` is IPA that is spoken in place of the text; a `date` is worded by the language of its voice; `rate` is a factor of the speed, and `voiceId`
 * another voice than the job's; `speaker` is who says it in a dialogue.
 */
export const SpokenPart = z.union([
  z.object({ pauseMs: z.int() }),
  z.object({
    text: z.string(),
    shown: z.optional(z.string()),
    as: z.optional(z.literal('date')),
    phonemes: z.optional(z.string()),
    rate: z.optional(z.number()),
    voiceId: z.optional(z.string()),
    speaker: z.optional(z.string()),
  }),
])
export type SpokenPart = z.infer<typeof SpokenPart>
