import { markedUserText, spokenFields } from '@utter/contracts/http/jobs/job-fields'
import { limits } from '@utter/contracts/jobs'
import * as z from 'zod/mini'
import { t } from '../../../lib/language/words.ts'
import { charactersOf } from '../../jobs/marks/characters-of.ts'

const Fields = z.object({
  keepsReply: z.boolean(),
  userText: markedUserText,
  voiceId: spokenFields(limits.ttsText).voiceId,
})

const isOfLength = z.refine<z.infer<typeof Fields>>(({ userText }) => charactersOf(userText) <= limits.ttsText, {
  path: ['userText'],
  error: () => t('User text must be at most {max} characters', { max: limits.ttsText }),
})

/**
 * The values of the form's fields, and the body of the request: with the reply kept, without the text. The server refuses a text too long for a
 * reply, and counts one in SSML.
 */
export const retryForm = ({ isSsml }: { isSsml: boolean }) =>
  z.pipe(
    isSsml ? Fields : Fields.check(isOfLength),
    z.transform(({ keepsReply, userText, voiceId }) =>
      keepsReply ? { from: 'reply' as const, voiceId } : { from: 'start' as const, userText, voiceId },
    ),
  )
export type RetryBody = z.output<ReturnType<typeof retryForm>>
