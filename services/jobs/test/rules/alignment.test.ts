import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { wordsIn } from '@utter/text/words/words-in'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignmentOf } from '../../src/domain/alignment.ts'

const word = (text: string, start: number, end: number) => ({ word: text, start, end, estimated: false })
/** Each character with its times: `H 0.1-0.2`. */
function timesOf(text: string, words: WordTimes, durationMs: number): string[] {
  const found = alignmentOf(text, words, { durationMs })
  const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = found
  return characters.map((character, index) => `${character} ${starts[index]}-${ends[index]}`)
}

test('the characters of a word share its time, and what stands between two words the time between them', () => {
  expect(timesOf('Hi, you.', [word('Hi', 0.1, 0.3), word('you', 0.5, 0.8)], 1_000)).toEqual([
    ...['H 0.1-0.2', 'i 0.2-0.3', ', 0.3-0.4', '  0.4-0.5'],
    ...['y 0.5-0.6', 'o 0.6-0.7', 'u 0.7-0.8', '. 0.8-1'],
  ])
})

test('what stands before the first word has the time before it', () => {
  expect(timesOf('«a', [word('a', 0.2, 0.4)], 500)).toEqual(['« 0-0.2', 'a 0.2-0.4'])
})

test('words of marks and addresses, which are not spoken, share the time of what they stand in', () => {
  const words = [word('1', 1, 2), word('a', 2, 3), word('c', 3.5, 4)]
  const { character_start_times_seconds: starts } = alignmentOf('[pause:1s] 1 [a](http://b/1) c', words, {
    durationMs: 4_000,
  })
  expect([starts[11], starts[14], starts[15], starts[29]]).toEqual([1, 2, 3, 3.5])
})

test('a character beyond the basic plane is one, and a combining mark is one of its own', () => {
  expect(timesOf('a\u0301👍', [word('a\u0301', 0, 0.2)], 300)).toEqual(['a 0-0.1', '\u0301 0.1-0.2', '👍 0.2-0.3'])
})

test('words that are not in the text, or beyond the sound, move nothing past its end', () => {
  expect(timesOf('a b', [word('a', 0, 0.2), word('x', 0.2, 0.4), word('b', 0.4, 9)], 500)).toEqual([
    ...['a 0-0.2', '  0.2-0.4', 'b 0.4-0.5'],
  ])
})

test('a text without words has the whole sound', () => {
  expect(timesOf('…!', [], 200)).toEqual(['… 0-0.1', '! 0.1-0.2'])
})

const letters = [
  ...'ab 1.,!?_-\n\u0301\u200d',
  '👍',
  '👩‍👩‍👧',
  '🇫🇷',
  'ẹ́',
  '今天',
  'です',
  'สวัสดี',
  '한국',
  'مرحبا',
  '[pause:1s]',
  '\ud800',
]
const anyText = fc.array(fc.oneof(fc.constantFrom(...letters), fc.string({ unit: 'binary' })), { maxLength: 40 })

test('of any text: all characters, in order, none before the one before it ends, none beyond the sound', () => {
  const steps = fc.infiniteStream(fc.nat({ max: 400 }))
  fc.assert(
    fc.property(anyText, steps, fc.nat({ max: 20_000 }), fc.nat({ max: 3 }), (parts, gaps, durationMs, left) => {
      const text = parts.join('')
      let ms = 0
      const next = () => {
        ms += gaps.next().value ?? 0
        return ms / 1_000
      }
      // Speech leaves out what was not spoken.
      const words = wordsIn(text).flatMap((own, index) =>
        left > 0 && index % 4 === left ? [] : [word(own, next(), next())],
      )
      const found = alignmentOf(text, words, { durationMs })
      const { characters, character_start_times_seconds: starts, character_end_times_seconds: ends } = found
      expect(characters.join('')).toBe(text)
      expect([starts.length, ends.length]).toEqual([characters.length, characters.length])
      const times = starts.flatMap((start, index) => [start, ends[index] ?? Number.NaN])
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      for (const time of times) expect(time >= 0 && time <= durationMs / 1_000).toBe(true)
    }),
  )
})

test('of any text whose words have all been spoken: each begins and ends with its own', () => {
  fc.assert(
    fc.property(anyText, (parts) => {
      const text = parts.join('')
      const words = wordsIn(text).map((own, index) => word(own, index, index + 0.5))
      const { characters, ...times } = alignmentOf(text, words, { durationMs: 1_000 * words.length })
      const begun = words.filter(({ start }) => times.character_start_times_seconds.includes(start))
      const ended = words.filter(({ end }) => times.character_end_times_seconds.includes(end))
      expect([begun.length, ended.length]).toEqual([words.length, words.length])
    }),
  )
})
