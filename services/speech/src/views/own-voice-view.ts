import { type OwnVoiceView, voiceSettingNames } from '@utter/contracts/http/voices'
import { blendedVoice } from '../domain/blend.ts'
import type { OwnVoice, Voice, VoiceTraits } from '../domain/voice.ts'

/** A voice that was added before its traits were kept, or that this machine can mix no more. */
const unknown: VoiceTraits = {
  description: 'A voice of your own',
  language: 'und',
  languages: [],
  speedClass: 'quick',
  settings: [...voiceSettingNames],
}

/** @param voices those for everybody, of which blends are made */
export function ownVoiceView(own: OwnVoice, voices: Voice[]): OwnVoiceView {
  const { voiceId, name, provider, blend, addedAt } = own
  const traits = (blend ? blendedVoice(voices, own) : own.traits) ?? unknown
  const { description, language, languages, sex, speedClass, settings } = traits
  return {
    id: voiceId,
    name,
    description,
    language,
    languages,
    ...(sex && { sex }),
    speedClass,
    settings,
    provider,
    aliases: [],
    sampleUrl: `/api/voices/mine/${encodeURIComponent(voiceId)}/sample.mp3`,
    ...(blend && { blend }),
    addedAt: addedAt.toISOString(),
  }
}
