import { spokenFields } from '@utter/contracts/http/job-fields'
import { limits } from '@utter/contracts/jobs'
import * as z from 'zod/mini'

/** What stands in the fields. */
const Fields = z.object({ keepsReply: z.boolean(), ...spokenFields(limits.ttsText) })
export type RetryFields = z.infer<typeof Fields>

/** What is sent: with the reply kept, its text is none of the request. A text that is too long for a reply the server refuses. */
export const RetryForm = z.pipe(
  Fields,
  z.transform(({ keepsReply, userText, voiceId }) =>
    keepsReply ? { from: 'reply' as const, voiceId } : { from: 'start' as const, userText, voiceId },
  ),
)
export type RetryBody = z.output<typeof RetryForm>
