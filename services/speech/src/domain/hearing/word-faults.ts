import { languageOf } from '@utter/text/language/language-of'
import { spokenText } from '@utter/text/spoken-text'
import { type AlignedStep, alignWords, soundAlike } from './align-words.ts'
import { type HeardWord, heardWordsOf } from './heard-words.ts'

/**
 * A word that was not heard as the text has it. `isSpelling`: it may be how the transcriber writes it, which shows when it writes another take
 * so too: `key` is the same then.
 */
export type WordFault = { kind: 'left out' | 'doubled' | 'more' | 'another'; key: string; isSpelling: boolean }

/** The least part of the letters that must be heard: less says nothing of single words, but that it was not this text or not this script. */
const minHeard = 0.4
/** Letters of a word that is certainly written down where it is heard; shorter ones come and go, less so the first and the last. */
const minLetters = 3
const minLettersAtEdge = 2
/** Signs of a script without blanks: a word of Chinese has two, one of the others may be written with more or fewer. */
const [minHan, minSigns] = [2, 3]
/** The longest that is heard of a text: with its figures in words some times as long as it is written. */
const [maxLonger, moreLonger] = [3, 200]
const filler = /^(h+m+|u+[hm]+|e+[rhm]+|a+h+|m+h*m+|äh+m*)$/u

/**
 * The faults of what was heard of a text (voices.md#checked-by-hearing), held against it: in the form in which it was written, or with its signs in words.
 * @returns undefined where what was heard has too little in common with the text
 */
export function wordFaultsOf(text: string, heard: string, language?: string): WordFault[] | undefined {
  if (heard.length > maxLonger * text.length + moreLonger) return undefined
  const read = language ?? languageOf(text).language
  const inWords = (written: string) => spokenText(written, { language: read || 'en' })
  // Directions in brackets are spoken by some models, and done by others.
  const written = new Set([text, text.replace(/\[[^\]]{1,40}\]/gu, ' ')])
  let least: WordFault[] | undefined
  for (const form of [(one: string) => one, inWords])
    for (const one of written) {
      const faults = faultsBetween(heardWordsOf(form(one)), heardWordsOf(form(heard)))
      if (faults && (!least || faults.length < least.length)) least = faults
      if (least?.length === 0) return least
    }
  return least
}

function faultsBetween(text: HeardWord[], heard: HeardWord[]): WordFault[] | undefined {
  const steps = alignWords(text, heard)
  const letters = (words: HeardWord[]) => words.reduce((sum, one) => sum + one.letters.length, 0)
  const same = steps.filter(({ isSame }) => isSame)
  const found = letters(same.flatMap((step) => text.slice(step.textAt, step.textAt + step.text)))
  if (found < minHeard * letters(text)) return undefined
  const isJapanese = text.some(({ letters }) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(letters))
  const isHan = !isJapanese && text.some(({ letters }) => /\p{Script=Han}/u.test(letters))
  return regionsOf(steps).flatMap((region) =>
    faultsOfRegion(region, { text, heard, minRun: isHan ? minHan : minSigns }),
  )
}

/** Steps side by side that are not the same. */
function regionsOf(steps: AlignedStep[]): AlignedStep[][] {
  const regions: AlignedStep[][] = []
  let isOpen = false
  for (const step of steps) {
    if (!step.isSame) {
      if (isOpen) regions.at(-1)?.push(step)
      else regions.push([step])
    }
    isOpen = !step.isSame
  }
  return regions
}

type Compared = { text: HeardWord[]; heard: HeardWord[]; minRun: number }

function faultsOfRegion(region: AlignedStep[], { text, heard, minRun }: Compared): WordFault[] {
  const [first] = region
  if (!first) return []
  const lacking = region.flatMap((step) => text.slice(step.textAt, step.textAt + step.text))
  const instead = region.flatMap((step) => heard.slice(step.heardAt, step.heardAt + step.heard))
  const key = (kind: string) => `${kind} ${first.textAt}: ${wordsOf(lacking)} → ${wordsOf(instead)}`
  const fault = (kind: WordFault['kind'], isSpelling: boolean) => [{ kind, key: key(kind), isSpelling }]
  if ([...lacking, ...instead].some(({ isSign }) => isSign)) {
    const more = signsOf(instead) - signsOf(lacking)
    if (-more >= minRun) return fault('left out', instead.length > 0)
    if (more >= minRun) return fault(isRepeated(first, instead, heard) ? 'doubled' : 'more', instead.length > 0)
    return Math.min(lacking.length, instead.length) > minRun ? fault('another', true) : []
  }
  const weighed = (words: HeardWord[]) => words.filter(({ letters }) => !filler.test(letters))
  if (instead.length === 0) {
    // Two words that sound alike are often written as one: `two to`.
    const once = weighed(lacking).filter((word) => !isTwice(word, first, lacking.length, text))
    const count = lettersOf(once)
    if (count >= minLetters) return fault('left out', false)
    const isAtEdge = first.textAt === 0 || first.textAt + lacking.length === text.length
    return isAtEdge && count >= minLettersAtEdge ? fault('left out', true) : []
  }
  if (lacking.length === 0) {
    if (isRepeated(first, instead, heard)) return lettersOf(instead) >= minLetters ? fault('doubled', false) : []
    return lettersOf(weighed(instead)) >= minLetters ? fault('more', true) : []
  }
  // Fewer words in place of more: the rest is missing, whatever they are.
  const isShorter = lettersOf(instead) + minLetters <= lettersOf(lacking) && instead.length < lacking.length
  if (isShorter) return fault('left out', true)
  const areNumbers = [lacking, instead].every((words) => words.some(({ isNumber }) => isNumber))
  const longest = Math.max(...[...lacking, ...instead].map(({ letters }) => letters.length))
  return areNumbers || longest >= minLetters ? fault('another', true) : []
}

const wordsOf = (words: HeardWord[]) => words.map(({ letters }) => letters).join(' ')
const lettersOf = (words: HeardWord[]) => words.reduce((sum, { letters }) => sum + letters.length, 0)
const signsOf = (words: HeardWord[]) =>
  words.reduce((sum, { isSign, letters }) => sum + (isSign ? 1 : letters.length), 0)

const isTwice = (word: HeardWord, { textAt }: AlignedStep, length: number, text: HeardWord[]) =>
  [text[textAt - 1], text[textAt + length]].some((beside) => beside && soundAlike(word, beside))

/** Whether what was heard too much is what was heard just before or just behind it. */
function isRepeated({ heardAt }: AlignedStep, words: HeardWord[], heard: HeardWord[]): boolean {
  const { length } = words
  const beside = [
    heard.slice(Math.max(0, heardAt - length), heardAt),
    heard.slice(heardAt + length, heardAt + 2 * length),
  ]
  return beside.some((others) => wordsOf(others) === wordsOf(words))
}
