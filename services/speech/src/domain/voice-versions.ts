import { speechVersion, type VoiceVersions } from '@utter/contracts/settings'
import type { Voice } from './voice.ts'

/** The version of each voice under every id that a job may name it by. */
export const voiceVersions = (voices: Voice[]): VoiceVersions =>
  Object.fromEntries(
    voices.flatMap(({ provider, model, id, aliases }) =>
      [id, ...aliases].map((name) => [name, speechVersion({ provider, model, voice: id })]),
    ),
  )
