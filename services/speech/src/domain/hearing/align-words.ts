import type { HeardWord } from './heard-words.ts'
import { editDistance } from './plain-units.ts'

/** A step of an alignment: `text` words of the text beside `heard` ones, from these places. Either may be none. */
export type AlignedStep = { textAt: number; heardAt: number; text: number; heard: number; isSame: boolean }

const missing = 0.9
/** Words that are written together in one of the two: `everyday`, `U S A`. */
const maxTogether = 5
const maxSpelling = 0.5
const maxJoined = 0.25
/** Distance at which words are still held against each other: so many places, and this share of all. */
const [moreApart, maxShare] = [15, 0.1]

/**
 * The cheapest alignment of the words of a text with those that were heard. Alike are words of which half of the letters differ at most, words that are
 * written apart or together, and a number in figures beside as many words as it may have.
 */
export function alignWords(text: HeardWord[], heard: HeardWord[]): AlignedStep[] {
  const [height, width] = [text.length, heard.length]
  const apart = Math.ceil(moreApart + maxShare * Math.max(height, width)) + Math.abs(height - width)
  const costs = new Float64Array((height + 1) * (width + 1)).fill(Infinity)
  /** The step that leads to each place: words of the text, those that were heard, and whether they are the same, in a byte each. */
  const steps = new Uint32Array(costs.length)
  const at = (row: number, column: number) => row * (width + 1) + column
  const spellings = new Map<string, number>()
  const spellingBetween = (one: HeardWord, other: HeardWord) => {
    if (one.isSign || other.isSign) return spellingOf(one, other)
    const pair = `${one.letters} ${other.letters}`
    const spelling = spellings.get(pair) ?? spellingOf(one, other)
    spellings.set(pair, spelling)
    return spelling
  }
  costs[0] = 0
  for (let row = 0; row <= height; row++)
    for (let column = Math.max(0, row - apart); column <= Math.min(width, row + apart); column++) {
      const before = costs[at(row, column)] ?? Infinity
      if (before === Infinity) continue
      const take = (ofText: number, ofHeard: number, cost: number, isSame: boolean) => {
        const to = at(row + ofText, column + ofHeard)
        if (before + cost >= (costs[to] ?? Infinity)) return
        costs[to] = before + cost
        steps[to] = (ofText << 16) | (ofHeard << 8) | (isSame ? 1 : 0)
      }
      const [one, other] = [text[row], heard[column]]
      if (one) take(1, 0, missing, false)
      if (other) take(0, 1, missing, false)
      if (!one || !other) continue
      const spelling = spellingBetween(one, other)
      take(1, 1, spelling <= maxSpelling ? spelling : 1, spelling <= maxSpelling)
      if (one.letters === other.letters || (one.isSign && other.isSign)) continue
      const parts = (
        words: HeardWord[],
        from: number,
        alone: HeardWord,
        turn: (count: number, cost: number) => void,
      ) => {
        const count = words[from]?.isSign ? maxWordsOf(alone) : Math.max(maxTogether, maxWordsOf(alone))
        for (let length = 2; length <= count && from + length <= words.length; length++) {
          const { letters = '' } = words[from + length - 1] ?? {}
          if (length > 2 && !alone.isNumber && letters.length > alone.letters.length) break
          const cost = costOfParts(words.slice(from, from + length), alone)
          if (cost !== undefined) turn(length, cost)
        }
      }
      const single = costOfParts([one], other) ?? costOfParts([other], one)
      if (single !== undefined) take(1, 1, single, true)
      parts(text, row, other, (count, cost) => take(count, 1, cost, true))
      parts(heard, column, one, (count, cost) => take(1, count, cost, true))
    }
  const alignment: AlignedStep[] = []
  for (let [row, column] = [height, width]; row > 0 || column > 0; ) {
    const step = steps[at(row, column)] ?? 0
    const [ofText, ofHeard] = [step >> 16, (step >> 8) & 255]
    row -= ofText
    column -= ofHeard
    alignment.push({ textAt: row, heardAt: column, text: ofText, heard: ofHeard, isSame: (step & 1) === 1 })
  }
  return alignment.reverse()
}

/** The part of the letters that differs; 1 for two numbers, or two signs of a script, that are not the same. */
function spellingOf(one: HeardWord, other: HeardWord): number {
  if (one.letters === other.letters) return 0
  if (one.isNumber || other.isNumber || one.isSign || other.isSign) return 1
  return editDistance(one.letters, other.letters) / Math.max(one.letters.length, other.letters.length)
}

/** Whether two words may sound alike: they differ in a letter that is not the first. */
export const soundAlike = ({ letters: one }: HeardWord, { letters: other }: HeardWord): boolean =>
  one[0] === other[0] && editDistance(one, other) <= 1

/** Words that a number may have at the most: `99` has four in French. */
const maxWordsOf = ({ letters, isNumber }: HeardWord) => {
  const figures = isNumber ? Math.min(letters.match(/\p{N}/gu)?.length ?? 0, 7) : 0
  return figures === 0 ? 0 : 3 * figures - 2
}

const isNumberIn = (words: HeardWord[], number: HeardWord) =>
  words.length <= maxWordsOf(number) && lettersIn(words) >= number.letters.length

const lettersIn = (words: HeardWord[]) => words.reduce((sum, { letters }) => sum + letters.length, 0)

/** The cost of words in place of one: as the parts of it, or as the words of a number; undefined where they are neither. */
function costOfParts(words: HeardWord[], alone: HeardWord): number | undefined {
  if (alone.isNumber && !words.some(({ isNumber }) => isNumber))
    return isNumberIn(words, alone) ? 0.15 * words.length : undefined
  if (words.length === 1 || words.length > maxTogether || lettersIn(words) > 2 * alone.letters.length) return undefined
  const joined = words.map(({ letters }) => letters).join('')
  const longer = Math.max(joined.length, alone.letters.length)
  const shortest = Math.min(...words.map(({ letters }) => letters.length))
  // No part may be missing.
  const most = Math.min(shortest - 1, maxJoined * longer)
  if (Math.abs(joined.length - alone.letters.length) > most) return undefined
  const distance = editDistance(joined, alone.letters)
  return distance <= most ? 0.05 + distance / longer : undefined
}
