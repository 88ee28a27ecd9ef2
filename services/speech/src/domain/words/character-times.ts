import { wordSpansIn } from '@utter/text/words/words-in'
import type { SoundedWords } from './sounded-words.ts'

/** Characters of a text in their order, as many as a vendor takes for one, and when each is heard: milliseconds of its sound. */
export type CharacterTimes = { character: string; startMs: number; endMs: number }[]

/** Milliseconds by which a vendor's last character may end behind its sound: it rounds to frames of its model. */
const maxBeyondMs = 250

/**
 * The words of a text by the times of its characters; those of marks and blanks are of no word.
 * @returns undefined where the times are not those of this text and this sound: other words, times that go back, or a word behind its end
 */
export function wordsOfCharacters(
  times: CharacterTimes,
  { text, language, soundMs }: { text: string; language?: string | undefined; soundMs: number },
): SoundedWords | undefined {
  const said = times.map(({ character }) => character).join('')
  const spans = wordSpansIn(said, language)
  const wanted = wordSpansIn(text, language)
  if (spans.length !== wanted.length || spans.some(({ word }, index) => word !== wanted[index]?.word)) return undefined
  if (!isInOrder(times, soundMs + maxBeyondMs)) return undefined
  const starts: number[] = []
  let at = 0
  for (const { character } of times) {
    starts.push(at)
    at += character.length
  }
  const words: SoundedWords = []
  let next = 0
  for (const { word, index } of spans) {
    // A vendor may count what is several UTF-16 code units, or several characters of ours, as one.
    while (next + 1 < times.length && (starts[next + 1] ?? 0) <= index) next++
    const first = next
    while (next + 1 < times.length && (starts[next + 1] ?? 0) < index + word.length) next++
    words.push({ startMs: times[first]?.startMs ?? 0, endMs: times[next]?.endMs ?? 0, phonemes: [] })
  }
  return words.every(({ startMs }) => startMs < soundMs) ? words : undefined
}

/** Whether each begins no sooner than the one before it, and ends no sooner than it begins. */
function isInOrder(times: CharacterTimes, lastMs: number): boolean {
  let beforeMs = 0
  return times.every(({ startMs, endMs }) => {
    const isLater = startMs >= beforeMs && endMs >= startMs && endMs <= lastMs
    beforeMs = startMs
    return isLater
  })
}
