import { phonemesOf, type SoundedPhoneme } from './sounded-phonemes.ts'

/** Symbols of a row of sounds that stand between words, and have a time of their own. */
const between = /^[\s;:,.!?…—"«»“”()]$/

/** Milliseconds of a sound at which a word begins and ends, and its phonemes, which take the whole of its time; none where they are not known. */
export type SoundedWord = { startMs: number; endMs: number; phonemes: SoundedPhoneme[] }
/** In the order in which they are heard. */
export type SoundedWords = SoundedWord[]

/** The same words at other times. @param at the time in place of a time */
export const movedWords = (words: SoundedWords, at: (ms: number) => number): SoundedWords =>
  words.map(({ startMs, endMs, phonemes }) => ({
    ...{ startMs: at(startMs), endMs: at(endMs) },
    phonemes: phonemes.map(({ phoneme, endMs }) => ({ phoneme, endMs: at(endMs) })),
  }))

/**
 * Where the words of a row of sounds are heard, and their phonemes.
 * @param symbols the row as the model took it, in order; those without a word of their own, such as its pads, are empty
 * @param frames how long each of them takes, in frames of the model, which together are the whole sound; none are told by others
 */
export function soundedWords(symbols: string[], frames: ArrayLike<number>, soundMs: number): SoundedWords {
  const all = Array.from(frames, Number)
  const whole = all.reduce((sum, count) => sum + count, 0)
  // Another model's figures, which say nothing of these symbols.
  if (all.length !== symbols.length || !(whole > 0)) return []
  const at = (count: number) => (soundMs * count) / whole
  const words: SoundedWords = []
  let word: { symbol: string; startMs: number }[] = []
  let [before, behind] = [0, 0]
  const end = () => {
    const [first] = word
    if (first) words.push({ startMs: first.startMs, endMs: at(behind), phonemes: phonemesOf(word, at(behind)) })
    word = []
  }
  for (const [index, symbol] of symbols.entries()) {
    const after = before + (all[index] ?? 0)
    if (symbol !== '' && !between.test(symbol)) {
      word.push({ symbol, startMs: at(before) })
      behind = after
    } else if (symbol !== '') end()
    before = after
  }
  end()
  return words
}
