import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Samples } from '../audio/wav.ts'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'
import { openEngine } from '../engines/engine.ts'
import type { PicoRequest } from '../engines/pico-engine.ts'
import { latin1Form } from '../text/latin-1-form.ts'
import { picoVoices } from './pico-voices.ts'
import { speakPieces } from './speak-pieces.ts'

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
