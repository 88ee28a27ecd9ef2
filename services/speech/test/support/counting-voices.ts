import type { SpeakRequest, SpeechProvider, SpokenPieceOfVoice, Voice } from '../../src/domain/voice.ts'
import { speakPieces } from '../../src/providers/speak-pieces.ts'
import { aVoice } from './a-voice.ts'

const sampleRate = 24_000
const samplesOfLetter = 1_560

/** Three voices of this machine: two of English, and one of German. */
export const countedVoices = [
  aVoice('one', { language: 'en-US', provider: 'piper', aliases: ['default'] }),
  aVoice('two', { language: 'en-GB', provider: 'piper' }),
  aVoice('drei', { language: 'de-DE', provider: 'piper' }),
]

/** A tone that fades, as long as its text, at a level that no two takes have; and the words of the text, at equal times. */
function takeOf(piece: string): SpokenPieceOfVoice {
  const length = piece.length * samplesOfLetter
  const level = 0.2 + Math.random() * 0.3
  const samples = Float32Array.from({ length }, (_, at) => (level * Math.cos(at / 3) * (length - at)) / length)
  const words = piece.match(/\p{L}+/gu) ?? []
  const eachMs = (length * 1_000) / sampleRate / words.length
  const timed = words.map((_, index) => ({ startMs: index * eachMs, endMs: (index + 0.9) * eachMs, phonemes: [] }))
  return { samples, sampleRate, words: timed }
}

/**
 * Voices that say no piece twice in the same way; `said` is what they were asked to say, by whom.
 * @param speakPiece another way to say a piece, the nth that is said
 */
export function countingVoices(
  speakPiece: (piece: string, nth: number) => SpokenPieceOfVoice = takeOf,
  voices: Voice[] = countedVoices,
) {
  const said: string[] = []
  const requests: SpeakRequest[] = []
  const speech: SpeechProvider = {
    name: 'counted',
    voices: async () => voices,
    async *speak(request, { signal }) {
      const voice = voices.find(({ id, aliases }) => id === request.voiceId || aliases.includes(request.voiceId))
      requests.push(request)
      const speak = async (piece: string) => {
        signal.throwIfAborted()
        said.push(`${voice?.id}: ${piece}`)
        return speakPiece(piece, said.length)
      }
      yield* speakPieces(request, speak, { signal, languages: voice?.languages ?? [] })
    },
    close: async () => {},
  }
  return { speech, said, requests }
}

/** A take as a voice makes it that breaks off behind the first letters. */
export const brokenOff = (piece: string): SpokenPieceOfVoice => {
  const { samples, sampleRate } = takeOf(piece)
  return { samples: samples.slice(0, samples.length / 10), sampleRate }
}
export { takeOf }
