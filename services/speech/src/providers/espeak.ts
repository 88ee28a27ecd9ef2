import { mustKnow, namesOf } from '../domain/known-voices.ts'
import { openThread } from '../domain/thread.ts'
import type { SpeechProvider, TtsSettings } from '../domain/voice.ts'
import type { EspeakAnswer, EspeakRequest } from './espeak-thread.ts'
import { speakPieces } from './speak-pieces.ts'

const known = namesOf({ name: 'espeak', description: 'A plain synthetic voice', language: 'en-US', provider: 'espeak' })

/**
 * eSpeak as WebAssembly: nothing to fetch, so it speaks where the better voice cannot be had. It is a machine's voice.
 * Style lifts its pitch a little; stability, similarityBoost and speakerBoost have no counterpart, as it never varies.
 */
export function openEspeak(): SpeechProvider {
  const thread = openThread<EspeakRequest, EspeakAnswer>(new URL('./espeak-thread.ts', import.meta.url))
  return {
    name: 'espeak',
    voices: async () => known,
    async *speak({ text, voiceId, settings }, { signal }) {
      mustKnow(known, voiceId)
      signal.throwIfAborted()
      yield* speakPieces(
        text,
        (piece) => thread.call({ text: piece, options: optionsOf(settings) }, { signal }),
        signal,
      )
    },
    close: () => thread.close(),
  }
}

/** 160 words a minute; eSpeak's pitch is 0..99 with 50 in the middle. */
const optionsOf = ({ style }: TtsSettings) => ({
  voice: 'en-us',
  speed: 160,
  pitch: 45 + Math.round(style * 15),
})
