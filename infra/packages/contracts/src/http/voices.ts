import * as z from 'zod/mini'

/** A voice that the running speech provider knows; no two sound the same. `aliases` are valid as a `voiceId` too. */
export const VoiceView = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  language: z.string(),
  provider: z.string(),
  aliases: z.array(z.string()),
  /** A sentence in this voice, for everybody; 503 until it is made. */
  sampleUrl: z.string(),
})
export type VoiceView = z.infer<typeof VoiceView>
export const VoiceList = z.array(VoiceView)
