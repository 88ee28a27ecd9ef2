import { movedWords, type SoundedWords } from './sounded-words.ts'

/** A piece of a recording: what was spoken, between which milliseconds of it there is a sound, and the words in it where the voice has told them. */
export type SpokenPiece = { text: string; startMs: number; endMs: number; words?: SoundedWords }

/** The same piece, that much later. */
export const later = ({ text, startMs, endMs, words }: SpokenPiece, ms: number): SpokenPiece => ({
  ...{ text, startMs: startMs + ms, endMs: endMs + ms },
  ...(words && { words: movedWords(words, (at) => at + ms) }),
})

/** A level below the loudest sample that counts as silence: a breath, or the end of a fade. */
const silence = 0.02

/** Where there is a sound, in milliseconds; all of it where there is none. @param level below the loudest sample that is silence */
export function extentOf(
  { samples, sampleRate }: { samples: Float32Array; sampleRate: number },
  level = silence,
): { startMs: number; endMs: number } {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  const isHeard = (sample: number) => Math.abs(sample) > peak * level
  const first = samples.findIndex(isHeard)
  const last = samples.findLastIndex(isHeard)
  const inMs = (count: number) => (count * 1_000) / sampleRate
  return first < 0 ? { startMs: 0, endMs: inMs(samples.length) } : { startMs: inMs(first), endMs: inMs(last + 1) }
}
