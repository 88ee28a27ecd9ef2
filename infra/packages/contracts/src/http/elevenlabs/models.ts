import * as z from 'zod/mini'

/** A model as `GET /v1/models` lists it for ElevenLabs' clients. */
export const ElevenLabsModel = z.object({
  model_id: z.string(),
  name: z.string(),
  description: z.string(),
  can_do_text_to_speech: z.literal(true),
  can_do_voice_conversion: z.literal(false),
  can_be_finetuned: z.literal(false),
  can_use_style: z.literal(false),
  can_use_speaker_boost: z.literal(false),
  serves_pro_voices: z.literal(false),
  requires_alpha_access: z.literal(false),
  token_cost_factor: z.literal(1),
  maximum_text_length_per_request: z.int(),
  languages: z.optional(z.array(z.object({ language_id: z.string(), name: z.string() }))),
})
export type ElevenLabsModel = z.infer<typeof ElevenLabsModel>
export const ElevenLabsModels = z.array(ElevenLabsModel)
