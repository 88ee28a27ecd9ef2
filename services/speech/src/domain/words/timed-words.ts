import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { wordsIn } from '@utter/text/words/words-in'
import { diffArrays } from 'diff'
import type { SpokenPiece } from './spoken-piece.ts'

/**
 * The words of a text, and for each of them the milliseconds of the mp3 at which it begins and ends, one after the other; `told`: which of them
 * have the time that the voice has told.
 */
export type StoredWords = { texts: string[]; ms: number[]; told: boolean[] }

type Timed = { word: string; startMs: number; endMs: number; isTold: boolean }
type Options = {
  /** BCP 47, as the text is read. */
  language?: string | undefined
  /** The factor by which the recording was quickened. */
  tempo: number
  /** Silence before the recording in the mp3. */
  leadMs: number
  durationMs: number
  /** More of the text is still to be spoken: words behind the last one that both have may be among it, and are left out. */
  goesOn?: boolean
}

/** Differences that are looked for: past it the times of a text are spread over the whole of the recording. */
const maxDifferences = 1_500
/** The part of a word's time that does not depend on its letters, in letters. */
const lettersOfAnyWord = 1

/**
 * The times of a text's words, from those of the pieces in which it was spoken. A piece has its words in other forms (figures and signs as words,
 * abbreviations written out), so both rows of words are laid beside each other: what both have is found, and what lies between shares its time.
 * Words that were not spoken, as the address of a link, have none and are left out.
 */
export function timedWords(
  text: string,
  pieces: SpokenPiece[],
  { language, tempo, leadMs, durationMs, goesOn = false }: Options,
): StoredWords {
  const spoken = pieces.flatMap((piece) => timesIn(piece, wordsIn(piece.text, language)))
  const words = aligned(wordsIn(text, language), spoken, goesOn)
  const inMp3 = (ms: number) => Math.min(durationMs, Math.round(leadMs + ms / tempo))
  return {
    texts: words.map(({ word }) => word),
    told: words.map(({ isTold }) => isTold),
    ms: words.flatMap(({ startMs, endMs }) => [inMp3(startMs), inMp3(endMs)]),
  }
}

/** As the API answers them: in seconds. */
export const wordTimesOf = ({ texts, ms, told }: StoredWords): WordTimes =>
  texts.map((word, index) => ({
    word,
    start: (ms[2 * index] ?? 0) / 1_000,
    end: (ms[2 * index + 1] ?? 0) / 1_000,
    estimated: !told[index],
  }))

/** A voice's own times are taken where it has as many words as the text: it may run some into one, or spell one as several. */
function timesIn({ words: told = [], ...extent }: SpokenPiece, words: string[]): Timed[] {
  if (words.length === 0 || told.length !== 2 * words.length) return spread(words, extent)
  // A model counts the silence behind a piece to its last word.
  const withinSound = (ms: number) => Math.min(Math.max(ms, extent.startMs), extent.endMs)
  return words.map((word, index) => {
    const [startMs = 0, endMs = 0] = told.slice(2 * index, 2 * index + 2).map(withinSound)
    return { word, startMs, endMs, isTold: true }
  })
}

/** Words that follow each other share a time by their letters. */
function spread(words: string[], { startMs, endMs }: { startMs: number; endMs: number }): Timed[] {
  const weights = words.map((word) => [...word].length + lettersOfAnyWord)
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let before = 0
  return words.map((word, index) => {
    const at = (weight: number) => startMs + ((endMs - startMs) * weight) / whole
    const timed = { word, startMs: at(before), endMs: at(before + (weights[index] ?? 0)), isTold: false }
    before += weights[index] ?? 0
    return timed
  })
}

function aligned(words: string[], spoken: Timed[], goesOn: boolean): Timed[] {
  const changes = diffArrays(
    spoken.map(({ word }) => keyOf(word)),
    words.map(keyOf),
    { maxEditLength: maxDifferences },
  ) ?? [
    { count: spoken.length, removed: true, added: false },
    { count: words.length, added: true, removed: false },
  ]
  const timed: Timed[] = []
  let [at, of] = [0, 0]
  // Spoken words and words of the text that are no pair, since the last pair.
  let [others, own]: [Timed[], string[]] = [[], []]
  const flush = () => {
    const [first, last] = [others[0], others.at(-1)]
    if (first && last) timed.push(...spread(own, { startMs: first.startMs, endMs: last.endMs }))
    ;[others, own] = [[], []]
  }
  for (const { count, added, removed } of changes) {
    if (removed) others.push(...spoken.slice(at, at + count))
    if (added) own.push(...words.slice(of, of + count))
    if (!added && !removed) {
      flush()
      for (let pair = 0; pair < count; pair++) {
        const [word, time] = [words[of + pair], spoken[at + pair]]
        if (word !== undefined && time) timed.push({ ...time, word })
      }
    }
    if (!added) at += count
    if (!removed) of += count
  }
  if (!goesOn) flush()
  return timed
}

/** A voice of this machine may speak a letter without its accent. */
const keyOf = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
