import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Samples } from '../audio/wav.ts'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'
import { openEngine } from '../engines/engine.ts'
import type { PicoRequest } from '../engines/pico-engine.ts'
import { latin1Form } from '../text/latin-1-form.ts'
import { placeOf } from './place.ts'
import { speakPieces } from './speak-pieces.ts'

/** `files` are those of AOSP: the analysis of texts, and the sounds. */
type PicoVoice = Voice & { files: readonly [analysis: string, sounds: string] }

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
const picoVoices: PicoVoice[] = [
  voiceOf('lucy', 'en-US', 'lh0'),
  voiceOf('kate', 'en-GB', 'kh0'),
  voiceOf('greta', 'de-DE', 'gl0'),
  voiceOf('zita', 'es-ES', 'zl0'),
  voiceOf('nina', 'fr-FR', 'nk0'),
  voiceOf('carla', 'it-IT', 'cm0'),
]

export type PicoOptions = {
  /** The folder that `preparePico` makes: two files a voice. */
  dir: string
}

/** It holds 100 MB with all voices; texts take no more. */
const maxRssBytes = 300e6

/**
 * SVOX Pico as WebAssembly: quick voices in five languages on this machine, about 0.02 s of one core per second of speech and 100 MB for all of
 * them, one text at a time. Its speed is its own; the four settings have no counterpart.
 * Throws when the folder is not whole.
 */
export async function openPico({ dir }: PicoOptions): Promise<SpeechProvider> {
  for (const file of picoVoices.flatMap(({ files }) => files)) await access(join(dir, file))
  const engine = openEngine<PicoRequest, Samples>(new URL('../engines/pico-engine.ts', import.meta.url), {
    ...{ args: [dir], maxRssBytes },
  })
  const shown = picoVoices.map(({ files: _, ...voice }): Voice => voice)
  return {
    name: 'pico',
    voices: async () => shown,
    async *speak(request, { signal }) {
      const { voiceId, settings } = request
      const { files, languages } = mustFind(picoVoices, voiceId)
      signal.throwIfAborted()
      const { speed = 1 } = settings
      const speak = (piece: string) => engine.call({ text: piece, files, speed }, { signal })
      yield* speakPieces(request, speak, { signal, languages, form: latin1Form })
    },
    close: () => engine.close(),
  }
}
