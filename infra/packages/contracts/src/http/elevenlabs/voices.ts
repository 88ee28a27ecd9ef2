import * as z from 'zod/mini'

/** A voice, as ElevenLabs' clients read it. */
export const ElevenLabsVoiceView = z.object({
  voice_id: z.string(),
  name: z.string(),
  /** An own voice of the account is `cloned` where a vendor has it, and `generated` where it is a blend. */
  category: z.enum(['premade', 'cloned', 'generated']),
  description: z.string(),
  labels: z.record(z.string(), z.string()),
  is_owner: z.boolean(),
})
export type ElevenLabsVoiceView = z.infer<typeof ElevenLabsVoiceView>

/** `GET /v1/voices`. */
export const ElevenLabsVoices = z.object({ voices: z.array(ElevenLabsVoiceView) })
/** `GET /v2/voices`: all that are found are on one page. */
export const ElevenLabsFoundVoices = z.object({
  voices: z.array(ElevenLabsVoiceView),
  has_more: z.literal(false),
  total_count: z.int(),
})
