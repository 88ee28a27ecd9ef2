import * as z from 'zod/mini'

/** A voice, as ElevenLabs' clients read it. */
export const ElevenLabsVoice = z.object({
  voice_id: z.string(),
  name: z.string(),
  category: z.literal('premade'),
  description: z.string(),
  labels: z.record(z.string(), z.string()),
})
export type ElevenLabsVoice = z.infer<typeof ElevenLabsVoice>

/** `GET /v1/voices`. */
export const ElevenLabsVoices = z.object({ voices: z.array(ElevenLabsVoice) })
/** `GET /v2/voices`: all that are found are on one page. */
export const ElevenLabsFoundVoices = z.object({
  voices: z.array(ElevenLabsVoice),
  has_more: z.literal(false),
  total_count: z.int(),
})
