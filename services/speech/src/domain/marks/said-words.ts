/** A word that is spoken by its sounds: `name` stands for it in a text until its sounds are known, since rules of wording would change both. */
export type SaidWord = { name: string; written: string; phonemes: string }

const consonants = 'bdfklmnprstvz'
const letterOf = (number: number, place: number) =>
  consonants[Math.floor(number / consonants.length ** place) % consonants.length] ?? ''
/** More than the longest text has room for. */
const nameCount = consonants.length ** 4

/** Names for words, each another: letters alone, so that every rule takes them for words, and none that the text has. */
export function* namesBeside(text: string): Generator<string, never> {
  const lower = text.toLowerCase()
  for (let number = 0; number < nameCount; number++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((place) => letterOf(number, place))
    const name = `qu${a}o${b}a${c}e${d}ix`
    if (!lower.includes(name)) yield name
  }
  throw new Error('a text has every name')
}

/** A name with the capital of the word that it stands for: where a sentence begins depends on it. */
export const likeWritten = (name: string, written: string): string =>
  /^\p{Lu}/u.test(written) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name

const anyName = new RegExp(`qu${['o', 'a', 'e', 'ix'].map((behind) => `[${consonants}]${behind}`).join('')}`, 'gi')

/** A text with each of these words as `to` makes it. */
export function withWords(text: string, words: SaidWord[], to: (word: SaidWord) => string): string {
  if (words.length === 0) return text
  return text.replace(anyName, (found) => {
    const word = words.find(({ name }) => name === found.toLowerCase())
    return word ? to(word) : found
  })
}

/** Characters that enclose the sounds of a word in a piece for an engine: no text has these characters after its rules. */
const [opening, closing] = ['\u0002', '\u0003']
const enclosed = new RegExp(`[${opening}${closing}]`)

/** A piece as an engine that takes sounds reads it. */
export const withSounds = (piece: string, words: SaidWord[]): string =>
  withWords(piece, words, ({ phonemes }) => `${opening}${phonemes}${closing}`)

/** A piece of `withSounds` as its texts and the sounds between them, by turns. */
export const soundsApart = (piece: string): string[] => piece.split(enclosed)
