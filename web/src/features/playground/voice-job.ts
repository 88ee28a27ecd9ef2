import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { markedUserText, spokenFields } from '@utter/contracts/http/jobs/job-fields'
import { JobSeed } from '@utter/contracts/http/jobs/job-seed'
import { defaultVoiceId, Fallback, limits, TtsSettings, ttsDefaults } from '@utter/contracts/jobs'
import * as z from 'zod/mini'
import { t } from '../../lib/language/words.ts'
import { charactersOf } from '../jobs/marks/characters-of.ts'
import { aboutKind, jobKinds } from './job-kinds.ts'

/** Fields that may be absent: it is read by itself, nobody speaks instead, and it is checked by its shape. The server knows which tags are languages. */
const optional = {
  language: z.optional(z.string()),
  textNormalization: z.optional(z.enum(['off'])),
  fallback: z.optional(Fallback),
  check: z.optional(z.literal('words')),
}

const ssml = z.optional(z.literal(true))

const fieldsOf = <Kind extends JobKind>(kind: Kind) => ({
  ...{ kind: z.literal(kind), ...spokenFields(aboutKind[kind].maxText), ttsSettings: TtsSettings },
  ...optional,
  // Typed text that is no number is refused by the same schema.
  seed: z.optional(JobSeed as z.ZodMiniType<number, number | string>),
})

/** The form's fields: every setting has a value here. Each submission adds its own request id. A text in SSML is counted by the server. */
export const VoiceJob = z.discriminatedUnion('kind', [
  z.object({ ...fieldsOf('tts'), userText: markedUserText, ssml }).check(
    z.refine((job) => job.ssml || charactersOf(job.userText) <= limits.ttsText, {
      path: ['userText'],
      error: () => t('User text must be at most {max} characters', { max: limits.ttsText }),
    }),
  ),
  z.object(fieldsOf('reply')),
])

export interface VoiceJobValues {
  kind: JobKind
  userText: string
  voiceId: string
  ttsSettings: TtsSettings
  language?: string | undefined
  textNormalization?: 'off' | undefined
  fallback?: Fallback | undefined
  check?: 'words' | undefined
  /** As it was typed, while that is no number. */
  seed?: number | string | undefined
  /** For a text that is spoken as it is. */
  ssml?: true | undefined
}

/** Half-written values: of the schema only the shape counts. A draft without a kind is of a version that had replies alone. */
export const VoiceJobDraft = z.object({
  kind: z._default(z.enum(jobKinds), 'reply'),
  userText: z.string(),
  voiceId: z.string(),
  ttsSettings: TtsSettings,
  ...optional,
  seed: z.optional(z.union([z.number(), z.string()])),
  ssml,
})

export const emptyVoiceJob: VoiceJobValues = {
  kind: jobKinds[0],
  userText: '',
  voiceId: defaultVoiceId,
  ttsSettings: { ...ttsDefaults },
}
