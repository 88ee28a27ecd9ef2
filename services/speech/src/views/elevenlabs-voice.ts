import type { ElevenLabsVoiceView } from '@utter/contracts/http/elevenlabs/voices'
import type { OwnVoiceView, VoiceView } from '@utter/contracts/http/voices'

type Shown = Pick<VoiceView, 'id' | 'name' | 'description' | 'language' | 'sex'>

/** A voice for everybody, as ElevenLabs' clients read it. */
export const voiceForElevenLabs = ({ id, name, description, language, sex }: Shown): ElevenLabsVoiceView => ({
  voice_id: id,
  name,
  category: 'premade',
  description,
  labels: { language, ...(sex && { gender: sex }) },
  is_owner: false,
})

/** A voice of the account that asks. */
export const ownVoiceForElevenLabs = ({
  blend,
  ...voice
}: Shown & Pick<OwnVoiceView, 'blend'>): ElevenLabsVoiceView => ({
  ...voiceForElevenLabs(voice),
  category: blend ? 'generated' : 'cloned',
  is_owner: true,
})
