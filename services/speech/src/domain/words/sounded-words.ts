/** Symbols of a row of sounds that stand between words, and have a time of their own. */
const between = /^[\s;:,.!?…—"«»“”()]$/

/** Milliseconds of a sound at which each of its words begins and ends, one after the other. */
export type SoundedWords = number[]

/**
 * Where the words of a row of sounds are heard.
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
  let [before, begun]: [number, number | undefined] = [0, undefined]
  let behind = 0
  for (const [index, symbol] of symbols.entries()) {
    const after = before + (all[index] ?? 0)
    if (symbol !== '' && !between.test(symbol)) {
      begun ??= before
      behind = after
    } else if (symbol !== '' && begun !== undefined) {
      words.push(at(begun), at(behind))
      begun = undefined
    }
    before = after
  }
  if (begun !== undefined) words.push(at(begun), at(behind))
  return words
}
