import type { ElevenLabsAlignment } from '@utter/contracts/http/elevenlabs/timed-speech'
import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { wordSpansIn } from '@utter/text/words/words-in'
import { diffArrays } from 'diff'

/** A word or a gap of the text, and the milliseconds of the sound that its characters share. */
type Run = { text: string; startMs: number; endMs: number }
type Options = {
  durationMs: number
  /** BCP 47, as the text was read; absent: by the text. */
  language?: string | undefined
}

/** Differences that are looked for: past it the text has no words, and is one gap. */
const maxDifferences = 1_500

/**
 * The times of a text's characters, from those of its words: a word's characters share its time evenly, and what stands between two words shares
 * the time between them, up to the ends of the sound. Characters do not overlap.
 */
export function alignmentOf(text: string, words: WordTimes, { durationMs, language }: Options): ElevenLabsAlignment {
  const [characters, starts, ends]: [string[], number[], number[]] = [[], [], []]
  for (const { text: part, startMs, endMs } of runsOf(text, pairsOf(text, words, language), durationMs)) {
    const own = [...part]
    const at = (count: number) => Math.round(startMs + ((endMs - startMs) * count) / own.length) / 1_000
    for (const [index, character] of own.entries()) {
      characters.push(character)
      starts.push(at(index))
      ends.push(at(index + 1))
    }
  }
  return { characters, character_start_times_seconds: starts, character_end_times_seconds: ends }
}

type Placed = { from: number; to: number; start: number; end: number }

/** The words, each at its place in the text, which has others as well: those of marks, and those that were not spoken. */
function pairsOf(text: string, words: WordTimes, language: string | undefined): Placed[] {
  const spans = wordSpansIn(text, language)
  const own = spans.map(({ word }) => word)
  const spoken = words.map(({ word }) => word)
  const pairs: Placed[] = []
  let [span, word] = [0, 0]
  for (const { count, added, removed } of diffArrays(own, spoken, { maxEditLength: maxDifferences }) ?? []) {
    for (let pair = 0; pair < count && !added && !removed; pair++) {
      const [found, time] = [spans[span + pair], words[word + pair]]
      if (found && time) pairs.push({ from: found.index, to: found.index + found.word.length, ...time })
    }
    if (!added) span += count
    if (!removed) word += count
  }
  return pairs
}

/** The whole text in its runs, and none of them beyond the sound. */
function runsOf(text: string, pairs: Placed[], durationMs: number): Run[] {
  const runs: Run[] = []
  let [at, ms] = [0, 0]
  const take = (to: number, untilMs: number) => {
    const endMs = Math.min(Math.max(ms, untilMs), durationMs)
    if (to > at) {
      runs.push({ text: text.slice(at, to), startMs: ms, endMs })
      at = to
    }
    ms = endMs
  }
  for (const { from, to, start, end } of pairs) {
    take(from, start * 1_000)
    take(to, end * 1_000)
  }
  take(text.length, durationMs)
  return runs
}
