import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { requiredText } from '../fields.ts'
import { JobKind } from './batch.ts'
import { JobCheck } from './job-check.ts'

const charactersSentence = `characters must be a whole number from 1 to ${limits.ttsText}`
/** `GET /api/stats/expected?kind=&voiceId=&characters=&check=`: a job that was not submitted. */
export const ExpectedQuery = z.object({
  kind: z._default(JobKind, 'tts'),
  voiceId: requiredText('Voice ID', limits.id),
  characters: z.coerce
    .number(charactersSentence)
    .check(z.int(charactersSentence), z.gte(1, charactersSentence), z.lte(limits.ttsText, charactersSentence)),
  check: z.optional(JobCheck),
})
export type ExpectedQuery = z.infer<typeof ExpectedQuery>

/** The time to its end and its place, as a submission at this moment would tell them. */
export const Expected = z.object({ expectedSeconds: z.int(), position: z.int() })
export type Expected = z.infer<typeof Expected>
