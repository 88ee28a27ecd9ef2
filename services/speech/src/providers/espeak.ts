import { mustKnow, namesOf } from '../domain/known-voices.ts'
import type { SpeechProvider, TtsSettings } from '../domain/voice.ts'
import { openEngine } from '../engines/engine.ts'
import type { EspeakAnswer, EspeakRequest } from '../engines/espeak-engine.ts'
import { speakPieces } from './speak-pieces.ts'

const known = namesOf({ name: 'espeak', description: 'A plain synthetic voice', language: 'en-US', provider: 'espeak' })

/**
 * eSpeak as WebAssembly: nothing to fetch, so it speaks where the better voice cannot be had. It is a machine's voice.
 * Style lifts its pitch a little; stability, similarityBoost and speakerBoost have no counterpart, as it never varies.
 */
export function openEspeak(): SpeechProvider {
  const engine = openEngine<EspeakRequest, EspeakAnswer>(new URL('../engines/espeak-engine.ts', import.meta.url))
  return {
    name: 'espeak',
    voices: async () => known,
    async *speak({ text, voiceId, settings }, { signal }) {
      mustKnow(known, voiceId)
      signal.throwIfAborted()
      yield* speakPieces(
        text,
        (piece) => engine.call({ text: piece, options: optionsOf(settings) }, { signal }),
        signal,
      )
    },
    close: () => engine.close(),
  }
}

/** 160 words a minute; eSpeak's pitch is 0..99 with 50 in the middle. */
const optionsOf = ({ style }: TtsSettings) => ({
  voice: 'en-us',
  speed: 160,
  pitch: 45 + Math.round(style * 15),
})
