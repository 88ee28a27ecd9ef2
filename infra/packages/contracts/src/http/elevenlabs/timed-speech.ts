import * as z from 'zod/mini'

/** Characters of a text (Unicode code points), in their order, and the seconds of its sound at which each begins and ends. */
export const ElevenLabsAlignment = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
})
export type ElevenLabsAlignment = z.infer<typeof ElevenLabsAlignment>

/**
 * `POST /v1/text-to-speech/{voice_id}/with-timestamps`, as ElevenLabs' clients read it; with `/stream` a part of the sound, of which the first has
 * the alignments, and all others null.
 */
export const ElevenLabsTimedSpeech = z.object({
  audio_base64: z.string(),
  alignment: z.nullable(ElevenLabsAlignment),
  normalized_alignment: z.nullable(ElevenLabsAlignment),
})
export type ElevenLabsTimedSpeech = z.infer<typeof ElevenLabsTimedSpeech>
