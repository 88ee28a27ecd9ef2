import { spokenFields } from '@utter/contracts/http/jobs/job-fields'
import { limits } from '@utter/contracts/jobs'
import * as z from 'zod/mini'

/** The values of the form's fields. */
const Fields = z.object({ keepsReply: z.boolean(), ...spokenFields(limits.ttsText) })
/** The body of the request: with the reply kept, without the text. The server refuses a text too long for a reply. */
export const RetryForm = z.pipe(
  Fields,
  z.transform(({ keepsReply, userText, voiceId }) =>
    keepsReply ? { from: 'reply' as const, voiceId } : { from: 'start' as const, userText, voiceId },
  ),
)
export type RetryBody = z.output<typeof RetryForm>
