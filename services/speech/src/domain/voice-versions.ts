import { isBlendable } from '@utter/contracts/http/own-voices'
import { defaultVoiceId } from '@utter/contracts/jobs'
import {
  blends,
  speechVersion,
  type VoiceLanguages,
  type VoiceNames,
  type VoiceVersions,
} from '@utter/contracts/settings'
import { isOutside } from '@utter/contracts/voice-vendors'
import { textRulesVersion } from '@utter/text/rules-version'
import type { Voice } from './voice.ts'

/** The version of each voice, with that of the rules for its texts, under every id that a job may name it by, and that of all blends. */
export function voiceVersions(voices: Voice[]): VoiceVersions {
  const natural = voices.find(isBlendable)
  return Object.fromEntries([
    ...voices.flatMap((voice) => [voice.id, ...voice.aliases].map((name) => [name, versionOf(voice)])),
    ...(natural ? [[blends, versionOf({ ...natural, id: blends })]] : []),
  ])
}

const versionOf = ({ provider, model, id }: Voice) =>
  speechVersion({ provider, model, voice: id, textRules: textRulesVersion })

/** The languages of each voice of this machine, under every id that a job may name it by; a text chooses the voice behind `default` itself. */
export const voiceLanguages = (voices: Voice[]): VoiceLanguages =>
  Object.fromEntries(
    voices
      .filter((voice) => !isOutside(voice))
      .flatMap(({ id, aliases, languages }) => [id, ...aliases].map((name): [string, string[]] => [name, languages]))
      .filter(([name]) => name !== defaultVoiceId),
  )

/** Each voice under every id that a job may name it by, with the settings that act on it, and whether it takes the sounds of a word: another name or another idle setting is the same sound. */
export const voiceNames = (voices: Voice[]): VoiceNames =>
  Object.fromEntries(
    voices.flatMap(({ id, aliases, settings, phonemes }) =>
      [id, ...aliases].map((name) => [name, { id, settings, ...(phonemes && { phonemes }) }]),
    ),
  )
