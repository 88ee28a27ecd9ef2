import { speechVersion, type VoiceVersions } from '@utter/contracts/settings'
import { textRulesVersion } from '@utter/text/rules-version'
import type { Voice } from './voice.ts'

/** The version of each voice, with that of the rules for its texts, under every id that a job may name it by. */
export const voiceVersions = (voices: Voice[]): VoiceVersions =>
  Object.fromEntries(
    voices.flatMap(({ provider, model, id, aliases }) =>
      [id, ...aliases].map((name) => [
        name,
        speechVersion({ provider, model, voice: id, textRules: textRulesVersion }),
      ]),
    ),
  )
