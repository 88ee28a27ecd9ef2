import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { ratedFormats } from '../../sound-formats.ts'
import { requiredText, sentBody, sentObject } from '../fields.ts'
import { JobLanguage } from '../jobs/job-language.ts'
import { seedField } from '../jobs/job-seed.ts'

/** The models that are taken: ElevenLabs', so that its clients need no change, and ours. All of them are the voice's own model. */
export const elevenLabsModels = [
  'utter',
  'eleven_v3',
  ...['eleven_multilingual_v2', 'eleven_multilingual_v1', 'eleven_monolingual_v1'],
  ...['eleven_flash_v2_5', 'eleven_flash_v2', 'eleven_turbo_v2_5', 'eleven_turbo_v2'],
]

const speedSentence = 'voice_settings.speed must be between 0.7 and 1.2'

/** `POST /v1/text-to-speech/{voice_id}`, as ElevenLabs' clients send it. Fields that it does not name are left out. */
export const ElevenLabsSpeech = sentBody({
  text: requiredText('text', limits.ttsText),
  model_id: z._default(requiredText('model_id', limits.id), 'eleven_multilingual_v2'),
  language_code: z.optional(JobLanguage),
  ...seedField,
  voice_settings: z.optional(
    sentObject(
      { speed: z.optional(z.number(speedSentence).check(z.gte(0.7, speedSentence), z.lte(1.2, speedSentence))) },
      'voice_settings must be an object',
    ),
  ),
})
export type ElevenLabsSpeech = z.infer<typeof ElevenLabsSpeech>

export const ElevenLabsSpeechParams = z.object({ voice_id: requiredText('voice_id', limits.id) })
export const ElevenLabsSpeechQuery = z.object({
  output_format: z._default(
    z.enum(ratedFormats, `output_format must be one of ${ratedFormats.join(', ')}`),
    'mp3_44100_128',
  ),
})
