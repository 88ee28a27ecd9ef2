import { createRequire } from 'node:module'
import type { Samples } from '../audio/wav.ts'
import { mustFind } from '../domain/find-voice.ts'
import type { SpeechProvider, Voice } from '../domain/voice.ts'
import { openEngine } from '../engines/engine.ts'
import type { EspeakRequest } from '../engines/espeak-engine.ts'
import { pitchSpreadOf } from './expression.ts'
import { speakPieces } from './speak-pieces.ts'

/** A variant of eSpeak's, and a factor of its pitch; it replaces the voice of another vendor. */
type EspeakVoice = Voice & { variant: string; pitch: number }

/** The package's version is its voices' too. */
const model = `text2wav-${(createRequire(import.meta.url)('text2wav/package.json') as { version: string }).version}`

type Variant = { variant: string; pitch: number; place?: 'US' | 'UK' }
const standIn = (part: string, name: string, { variant, pitch, place = 'US' }: Variant): EspeakVoice => ({
  id: `espeak-${name.toLowerCase()}`,
  name: `eSpeak ${name}`,
  description: `Plain English (${place}), on this machine`,
  language: place === 'US' ? 'en-US' : 'en-GB',
  languages: [place === 'US' ? 'en-US' : 'en-GB'],
  sex: variant.includes('+f') ? 'female' : 'male',
  speedClass: 'quick',
  settings: ['stability', 'style'],
  provider: 'espeak',
  model,
  aliases: [part],
  variant,
  pitch,
})
const voices = [
  standIn('joe', 'M3', { variant: 'en-us+m3', pitch: 1 }),
  standIn('slt', 'F3', { variant: 'en-us+f3', pitch: 1 }),
  standIn('rms', 'M7', { variant: 'en-us+m7', pitch: 0.6 }),
  standIn('awb', 'Scots', { variant: 'en-gb-scotland', pitch: 1.6, place: 'UK' }),
]
const shown = voices.map(({ variant: _, pitch: __, ...voice }): Voice => voice)

/**
 * eSpeak as WebAssembly: nothing to fetch, so it speaks where better voices cannot be had. It is a machine's voice.
 * Stability narrows and style widens its pitch; similarityBoost and speakerBoost have no counterpart.
 */
export function openEspeak(): SpeechProvider {
  const engine = openEngine<EspeakRequest, Samples>(new URL('../engines/espeak-engine.ts', import.meta.url))
  return {
    name: 'espeak',
    voices: async () => shown,
    async *speak(request, { signal }) {
      const { voiceId, settings } = request
      const { variant, pitch, languages } = mustFind(voices, voiceId)
      const range = pitchSpreadOf(settings)
      signal.throwIfAborted()
      const { speed = 1 } = settings
      const speak = (piece: string) => engine.call({ text: piece, variant, pitch, range, speed }, { signal })
      yield* speakPieces(request, speak, { signal, languages })
    },
    close: () => engine.close(),
  }
}
