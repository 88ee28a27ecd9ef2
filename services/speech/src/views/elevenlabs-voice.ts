import type { ElevenLabsVoiceView } from '@utter/contracts/http/elevenlabs/voices'
import type { VoiceView } from '@utter/contracts/http/voices'

type Shown = Pick<VoiceView, 'id' | 'name' | 'description' | 'language' | 'sex'>

/** A voice as ElevenLabs' clients read it. */
export const voiceForElevenLabs = ({ id, name, description, language, sex }: Shown): ElevenLabsVoiceView => ({
  voice_id: id,
  name,
  category: 'premade',
  description,
  labels: { language, ...(sex && { gender: sex }) },
})
