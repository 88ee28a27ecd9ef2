import type { SpeakRequest, SpeechProvider, SpokenChunk } from '../../src/domain/voice.ts'
import { aVoice } from './a-voice.ts'

const sampleRate = 16_000
const letterSeconds = 0.06
const pitch = 120

/** A sound for each letter, as long as the speed has it: harmonics of one pitch, loud around two places that are the letter's own, as a vowel's are. */
function soundOf(letter: string, speed: number): Float32Array {
  const nth = letter.toLowerCase().charCodeAt(0) - 97
  const places = [300 + 130 * (nth % 6), 1_100 + 420 * Math.floor(nth / 6)]
  const length = Math.round((letterSeconds * sampleRate) / speed)
  const harmonics = Array.from({ length: 30 }, (_, index) => (index + 1) * pitch).map((hertz) => ({
    hertz,
    loudness: places.reduce((sum, place) => sum + Math.exp(-(((hertz - place) / 150) ** 2)), 0.002),
  }))
  return Float32Array.from({ length }, (_, at) =>
    harmonics.reduce(
      (sum, { hertz, loudness }) => sum + 0.1 * loudness * Math.sin((2 * Math.PI * hertz * at) / sampleRate),
      0,
    ),
  )
}

/**
 * A voice that speaks letter by letter, all of a text as one piece.
 * @param omits which word of a take it leaves out: undefined for none
 */
export function spellingVoice(
  omits: (take: number, request: SpeakRequest) => string | undefined,
  provider = 'fake',
): SpeechProvider & { requests: SpeakRequest[] } {
  const requests: SpeakRequest[] = []
  return {
    name: provider,
    requests,
    voices: async () => [aVoice('one', { aliases: ['default'], provider })],
    async *speak(request): AsyncGenerator<SpokenChunk> {
      const omitted = omits(requests.length, request)
      requests.push(request)
      const { text, settings } = request
      const speed = settings.speed ?? 1
      const words = text.match(/\p{L}+/gu) ?? []
      const pause = new Float32Array(Math.round((0.05 * sampleRate) / speed))
      const parts = words
        .filter((word) => word !== omitted)
        .flatMap((word) => [...[...word].map((letter) => soundOf(letter, speed)), pause])
      const samples = Float32Array.from(parts.flatMap((part) => [...part]))
      yield { text, samples, sampleRate, pauseMs: 0, done: 1 }
    },
    close: async () => {},
  }
}
