import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'
import { soundFormats } from '../../sound-formats.ts'
import { requiredText, sentBody } from '../fields.ts'

/** The models that are taken: OpenAI's, so that its clients need no change, and ours. All of them are the voice's own model. */
export const openAiModels = ['utter', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']

const speedSentence = 'speed must be between 0.25 and 4'
const maxInstructions = 4_096

/** A voice by its name or id, also as OpenAI writes one of an account's own. */
const VoiceName = z.union(
  [
    requiredText('voice', limits.id),
    z.pipe(
      z.object({ id: requiredText('voice.id', limits.id) }),
      z.transform(({ id }) => id),
    ),
  ],
  {
    error: (issue) =>
      issue.input == null ? 'voice is required' : 'voice must be the name of a voice, or an object with its id',
  },
)

/** `POST /v1/audio/speech`, as OpenAI's clients send it. Fields that it does not name are left out. */
export const OpenAiSpeech = sentBody({
  model: requiredText('model', limits.id),
  input: requiredText('input', limits.ttsText),
  voice: VoiceName,
  response_format: z._default(z.enum(soundFormats, `response_format must be one of ${soundFormats.join(', ')}`), 'mp3'),
  speed: z._default(z.number(speedSentence).check(z.gte(0.25, speedSentence), z.lte(4, speedSentence)), 1),
  stream_format: z._default(z.enum(['audio', 'sse'], "stream_format must be 'audio' or 'sse'"), 'audio'),
  instructions: z.optional(
    z
      .string('instructions must be a string')
      .check(z.maxLength(maxInstructions, `instructions must be at most ${maxInstructions} characters`)),
  ),
})
export type OpenAiSpeech = z.infer<typeof OpenAiSpeech>

/** A model as `GET /v1/models` lists it. */
export const OpenAiModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  /** Seconds since 1970. */
  created: z.int(),
  owned_by: z.string(),
})
export type OpenAiModel = z.infer<typeof OpenAiModel>
export const OpenAiModels = z.object({ object: z.literal('list'), data: z.array(OpenAiModel) })
