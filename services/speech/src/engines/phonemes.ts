import createEspeak from '@echogarden/espeak-ng-emscripten'
import { wordsIn } from '@utter/text/words/words-in'
import { soundsApart } from '../domain/marks/said-words.ts'
import type { SoundedWords } from '../domain/words/sounded-words.ts'
import { wordsOfText } from '../domain/words/words-of-text.ts'

/** A text as the sounds of a language: IPA with stress marks, the punctuation where it was. `voice` is eSpeak's name of the language, `en-us`. */
export type Phonemes = (text: string, voice: string) => string

/** Marks that end or enclose a clause, with the blanks around them. A point or comma inside of a number or an address is none. */
const marks = /\s*(?:(?:[;:,.!?…]+(?=\s|$)|[—"«»“”()]+)\s*)+/g
/** `(en)` and `(fr)` around a word that eSpeak reads by the rules of another language. */
const languageSwitches = /\(([a-z-]+)\)/g
/** eSpeak's own marks: `_` between sounds, `|` between clauses, `-` between words that run into each other. */
const ownMarks = /[_|-]/g

/**
 * eSpeak NG's pronunciation, as WebAssembly: a few ms a sentence, 95 MB. It leaves punctuation out, which a model needs for its melody; so a
 * text is cut at its marks, and they are put back. Words that come with their sounds keep these.
 */
export async function openPhonemes(): Promise<Phonemes> {
  const espeak = await createEspeak()
  const worker = new espeak.eSpeakNGWorker()
  const soundsOf = (text: string): string => {
    if (text.trim() === '') return ''
    const { ptr } = worker.convert_to_phonemes(text, true)
    const ipa = Buffer.from(espeak.HEAPU8.subarray(ptr, espeak.HEAPU8.indexOf(0, ptr))).toString()
    return ipa.replace(languageSwitches, '').replace(ownMarks, '').replace(/\s+/g, ' ').trim()
  }
  return (text, voice) => {
    // It keeps the last voice for an unknown name, and goes on.
    if (worker.set_voice(voice) !== 0) throw new Error(`eSpeak has no voice ${voice}`)
    return soundsApart(text)
      .map((part, index) => (index % 2 === 1 ? part : blanksKept(part, soundsWithMarks(part))))
      .join('')
      .trim()
  }

  function soundsWithMarks(text: string): string {
    let phonemes = ''
    let read = 0
    for (const { 0: mark, index } of text.matchAll(marks)) {
      phonemes += soundsOf(text.slice(read, index)) + mark.replace(/\s+/g, ' ')
      read = index + mark.length
    }
    return phonemes + soundsOf(text.slice(read))
  }
}

/** The words of a text, of which a model has spoken those of its sounds. @param read the sounds of a text; a word that comes with its sounds is one */
export function wordsOfPiece(text: string, heard: SoundedWords, read: (text: string) => string): SoundedWords {
  const said = new Set<string>()
  const texts = soundsApart(text).flatMap((part, index) => {
    if (index % 2 === 0) return wordsIn(part)
    said.add(part)
    return [part]
  })
  return wordsOfText(texts, heard, (word) => (said.has(word) ? word : read(word)))
}

/** Sounds between blanks where their text is, so that they do not run into others. */
const blanksKept = (text: string, sounds: string): string =>
  (/^\s/.test(text) ? ' ' : '') + sounds.trim() + (/\s$/.test(text) ? ' ' : '')

/**
 * Parts of at most `maxLength` symbols, cut behind a mark, else at a blank, else anywhere: letters of a foreign script are spelled by their
 * names, so that a short text may have thousands of sounds, and a model's memory grows with the square of them.
 */
export function phonemeParts(phonemes: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = phonemes
  while (rest.length > maxLength) {
    const window = rest.slice(0, maxLength)
    const behindMark = Math.max(...[...window.matchAll(/[;:,.!?…—]\s/g)].map(({ index }) => index + 1), 0)
    const blank = window.lastIndexOf(' ')
    const at = behindMark >= maxLength / 3 ? behindMark : blank > 0 ? blank : maxLength
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}
