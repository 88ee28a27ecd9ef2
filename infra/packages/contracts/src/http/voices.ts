import * as z from 'zod/mini'

/** A voice that the running speech provider knows. */
export const VoiceView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  language: z.string(),
  provider: z.string(),
})
export type VoiceView = z.infer<typeof VoiceView>
export const VoiceList = z.array(VoiceView)
