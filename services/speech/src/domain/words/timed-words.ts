import type { PhonemeTime, VisemeTime, WordMark, WordTimes } from '@utter/contracts/http/jobs/word-times'
import { wordSpansIn, wordsIn } from '@utter/text/words/words-in'
import { diffArrays } from 'diff'
import type { ShownTurn } from '../marks/turns.ts'
import { joined, type SoundedPhoneme, silence } from './sounded-phonemes.ts'
import { movedWords } from './sounded-words.ts'
import type { SpokenPiece } from './spoken-piece.ts'
import { visemeOf } from './visemes.ts'

/**
 * The words of a text, and for each of them the milliseconds of the mp3 at which it begins and ends, one after the other; `told`: which of them
 * have the time that the voice has told. `phonemes`, of each word: each followed by the milliseconds that it takes, `ɡ60ʊ80d40`, which together are the
 * word; `_` is a silence. Empty where the voice has told none; absent in a result of a version of before.
 */
export type StoredWords = {
  texts: string[]
  ms: number[]
  told: boolean[]
  phonemes?: string[]
  /** Turns of a dialogue, each from one of the words on. */
  turns?: { from: number; speaker?: string }[]
}

/** `at`: its place among the words of the text. */
type Timed = { word: string; at?: number; startMs: number; endMs: number; isTold: boolean; phonemes?: SoundedPhoneme[] }
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
  /** Turns of a dialogue. */
  turns?: ShownTurn[]
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
  { language, tempo, leadMs, durationMs, goesOn = false, turns = [] }: Options,
): StoredWords {
  const spoken = pieces.flatMap((piece) => timesIn(piece, wordsIn(piece.text, language)))
  const spans = wordSpansIn(text, language)
  const words = aligned(
    spans.map(({ word }) => word),
    spoken,
    goesOn,
  )
  const inMp3 = (ms: number) => Math.min(durationMs, Math.round(leadMs + ms / tempo))
  return {
    texts: words.map(({ word }) => word),
    told: words.map(({ isTold }) => isTold),
    ms: words.flatMap(({ startMs, endMs }) => [inMp3(startMs), inMp3(endMs)]),
    phonemes: words.map(({ startMs, phonemes = [] }) => {
      let beforeMs = inMp3(startMs)
      return phonemes
        .map(({ phoneme, endMs }) => {
          const [fromMs, untilMs] = [beforeMs, inMp3(endMs)]
          beforeMs = untilMs
          return `${phoneme}${untilMs - fromMs}`
        })
        .join('')
    }),
    ...(turns.length > 0 && {
      turns: turnsAmong(
        words.map(({ at = 0 }) => spans[at]?.index ?? 0),
        turns,
      ),
    }),
  }
}

/** Each turn with the first of the words, by their places in the text, that is in it; one without a word is none. */
function turnsAmong(places: number[], turns: ShownTurn[]): NonNullable<StoredWords['turns']> {
  const firsts = turns.map(({ from, speaker }) => ({
    from: places.findIndex((place) => place >= from),
    ...(speaker !== undefined && { speaker }),
  }))
  return firsts.filter(({ from }, index) => from >= 0 && from !== firsts[index + 1]?.from)
}

/** As the API answers them: in seconds. @param marks that each word has beside its times, where its voice has told its phonemes */
export function wordTimesOf(
  { texts, ms, told, phonemes = [], turns = [] }: StoredWords,
  marks: WordMark[] = [],
): WordTimes {
  let turn = -1
  return texts.map((word, index) => {
    if (turns[turn + 1]?.from === index) turn++
    const { speaker } = turns[turn] ?? {}
    const startMs = ms[2 * index] ?? 0
    const times = marks.length > 0 ? phonemeTimes(phonemes[index] ?? '', startMs) : []
    return {
      word,
      start: startMs / 1_000,
      end: (ms[2 * index + 1] ?? 0) / 1_000,
      estimated: !told[index],
      ...(speaker !== undefined && { speaker }),
      ...(times.length > 0 && marks.includes('phonemes') && { phonemes: times }),
      ...(times.length > 0 && marks.includes('visemes') && { visemes: visemeTimes(times) }),
    }
  })
}

function phonemeTimes(stored: string, startMs: number): PhonemeTime[] {
  let beforeMs = startMs
  return [...stored.matchAll(/(\D+)(\d+)/g)].flatMap(([, phoneme = '', ms]) => {
    const start = beforeMs / 1_000
    beforeMs += Number(ms)
    return phoneme === silence ? [] : [{ phoneme, start, end: beforeMs / 1_000 }]
  })
}

function visemeTimes(phonemes: PhonemeTime[]): VisemeTime[] {
  const times: VisemeTime[] = []
  for (const { phoneme, start, end } of phonemes) {
    const viseme = visemeOf(phoneme)
    const last = times.at(-1)
    if (last && last.end === start && (last.viseme === viseme || !viseme)) last.end = end
    else if (viseme) times.push({ viseme, start, end })
  }
  return times
}

/** A voice's own times are taken where it has as many words as the text: it may have read one in a way of its own. */
function timesIn({ words: told = [], ...extent }: SpokenPiece, words: string[]): Timed[] {
  if (words.length === 0 || told.length !== words.length) return spread(words, extent)
  // A model counts the silence behind a piece to its last word.
  const withinSound = (ms: number) => Math.min(Math.max(ms, extent.startMs), extent.endMs)
  return movedWords(told, withinSound).map((times, index) => ({ word: words[index] ?? '', ...times, isTold: true }))
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
    if (first && last) {
      const shared = spread(own, { startMs: first.startMs, endMs: last.endMs }).map((word, index) => ({
        ...word,
        at: of - own.length + index,
      }))
      const [only] = shared
      if (only && shared.length === 1) only.phonemes = joinedPhonemes(others)
      timed.push(...shared)
    }
    ;[others, own] = [[], []]
  }
  for (const { count, added, removed } of changes) {
    if (removed) others.push(...spoken.slice(at, at + count))
    if (added) own.push(...words.slice(of, of + count))
    if (!added && !removed) {
      flush()
      for (let pair = 0; pair < count; pair++) {
        const [word, time] = [words[of + pair], spoken[at + pair]]
        if (word !== undefined && time) timed.push({ ...time, word, at: of + pair })
      }
    }
    if (!added) at += count
    if (!removed) of += count
  }
  if (!goesOn) flush()
  return timed
}

/** The phonemes of words of which all are told. */
const joinedPhonemes = (words: Timed[]): SoundedPhoneme[] =>
  words.every(({ phonemes = [] }) => phonemes.length > 0)
    ? joined(words.map(({ startMs, phonemes = [] }) => ({ startMs, phonemes })))
    : []

/** A voice of this machine may speak a letter without its accent. */
const keyOf = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
