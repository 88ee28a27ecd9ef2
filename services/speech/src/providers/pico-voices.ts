import type { Voice } from '../domain/voice.ts'
import { placeOf } from './place.ts'

/** `files` are those of AOSP: the analysis of texts, and the sounds. */
export type PicoVoice = Voice & { files: readonly [analysis: string, sounds: string] }

const voiceOf = (id: string, language: string, speaker: string): PicoVoice => ({
  id,
  name: id.charAt(0).toUpperCase() + id.slice(1),
  description: `${placeOf(language)}, on this machine`,
  language,
  languages: [language],
  sex: 'female',
  speedClass: 'quick',
  settings: [],
  provider: 'pico',
  model: 'svox-pico-1.0',
  aliases: [],
  files: [`${language}_ta.bin`, `${language}_${speaker}_sg.bin`],
})

/** The names are ours: its makers gave each voice two letters, of which theirs begin with the first. */
export const picoVoices: PicoVoice[] = [
  voiceOf('lucy', 'en-US', 'lh0'),
  voiceOf('kate', 'en-GB', 'kh0'),
  voiceOf('greta', 'de-DE', 'gl0'),
  voiceOf('zita', 'es-ES', 'zl0'),
  voiceOf('nina', 'fr-FR', 'nk0'),
  voiceOf('carla', 'it-IT', 'cm0'),
]
