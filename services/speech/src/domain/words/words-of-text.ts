import { diffArrays } from 'diff'
import { joined, phonemesOf } from './sounded-phonemes.ts'
import type { SoundedWords } from './sounded-words.ts'

/** Differences that are looked for between how words sound alone and in their sentence. */
const maxDifferences = 300

/**
 * The words of a text by what was heard of them: a voice runs words into one (`ʌvðə`) and speaks a figure as several. Each word of the text is read alone,
 * and its phonemes are looked for among those that were spoken.
 * @param heard the words that were spoken, each with its phonemes
 * @param read the sounds of a word by itself
 * @returns what was heard where that has as many words, or a word of the text is not found in it
 */
export function wordsOfText(texts: string[], heard: SoundedWords, read: (word: string) => string): SoundedWords {
  if (texts.length === heard.length || heard.some(({ phonemes }) => phonemes.length === 0)) return heard
  const own = texts.flatMap((text, word) =>
    phonemesOf(
      [...read(text)].map((symbol) => ({ symbol, startMs: 0 })),
      0,
    ).map(({ phoneme }) => ({ phoneme, word })),
  )
  const all = heard.flatMap(({ startMs, phonemes }) =>
    phonemes.map((one, at) => ({ ...one, startMs: phonemes[at - 1]?.endMs ?? startMs })),
  )
  const found: (typeof all)[] = texts.map(() => [])
  for (const { from, to, count } of pairsOf(own, all)) {
    for (let at = 0; at < count.all; at++) {
      // Phonemes without a pair of their own go to words in proportion, and those with nothing to go to behind the word before.
      const place = count.own > 0 ? from + Math.floor((at * count.own) / count.all) : Math.max(0, from - 1)
      const phoneme = all[to + at]
      if (phoneme) found[own[place]?.word ?? 0]?.push(phoneme)
    }
  }
  if (found.some((phonemes) => phonemes.length === 0)) return heard
  return found.map((phonemes) => ({
    startMs: phonemes[0]?.startMs ?? 0,
    endMs: phonemes.at(-1)?.endMs ?? 0,
    phonemes: joined(
      phonemes.map((one) => ({ startMs: one.startMs, phonemes: [{ phoneme: one.phoneme, endMs: one.endMs }] })),
    ),
  }))
}

type Run = { from: number; to: number; count: { own: number; all: number } }

/** Runs of both rows that stand for each other: those that are the same, and what lies between. */
function pairsOf(own: { phoneme: string }[], all: { phoneme: string }[]): Run[] {
  const whole = { from: 0, to: 0, count: { own: own.length, all: all.length } }
  const names = (row: { phoneme: string }[]) => row.map(({ phoneme }) => phoneme)
  const changes = diffArrays(names(own), names(all), { maxEditLength: maxDifferences })
  if (!changes) return [whole]
  const runs: Run[] = []
  let [from, to] = [0, 0]
  let open: Run | undefined
  for (const { count, added, removed } of changes) {
    if (added || removed) {
      open ??= { from, to, count: { own: 0, all: 0 } }
      open.count[removed ? 'own' : 'all'] += count
    } else {
      if (open) runs.push(open)
      open = undefined
      runs.push({ from, to, count: { own: count, all: count } })
    }
    if (!added) from += count
    if (!removed) to += count
  }
  return open ? [...runs, open] : runs
}
