import type { OwnVoiceView } from '@utter/contracts/http/voices'
import type { OwnVoice } from '../store/own-voices.ts'

export const ownVoiceView = ({ voiceId, name, provider, addedAt }: OwnVoice): OwnVoiceView => ({
  id: voiceId,
  name,
  provider,
  addedAt: addedAt.toISOString(),
})
