import { shownOfParts } from '@utter/text/markup/markup'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ShownTurn, turnsOf } from '../../src/domain/marks/turns.ts'
import { soundedWords } from '../../src/domain/words/sounded-words.ts'
import type { SpokenPiece } from '../../src/domain/words/spoken-piece.ts'
import { extentOf } from '../../src/domain/words/spoken-piece.ts'
import { timedWords, wordTimesOf } from '../../src/domain/words/timed-words.ts'

const times = (
  text: string,
  pieces: SpokenPiece[],
  more: { tempo?: number; language?: string; goesOn?: boolean; turns?: ShownTurn[] } = {},
) => wordTimesOf(timedWords(text, pieces, { tempo: 1, leadMs: 50, durationMs: 100_000, ...more }))
const toldWords = (...times: [startMs: number, endMs: number][]) =>
  times.map(([startMs, endMs]) => ({ startMs, endMs, phonemes: [] }))
const wordsOf = (found: { word: string }[]) => found.map(({ word }) => word)

test('the words of a piece share its time by their letters, after the silence before it', () => {
  const found = times('A small word.', [{ text: 'A small word.', startMs: 1_000, endMs: 2_300 }])
  expect(found).toEqual([
    { word: 'A', start: 1.05, end: 1.25, estimated: true },
    { word: 'small', start: 1.25, end: 1.85, estimated: true },
    { word: 'word', start: 1.85, end: 2.35, estimated: true },
  ])
})

test('each sentence has the time at which it was spoken', () => {
  const found = times('First one. Second one.', [
    { text: 'First one.', startMs: 0, endMs: 900 },
    { text: 'Second one.', startMs: 1_200, endMs: 2_200 },
  ])
  expect(found.map(({ word, start }) => [word, start])).toEqual([
    ['First', 0.05],
    ['one', 0.59],
    ['Second', 1.25],
    ['one', 1.886],
  ])
})

test('while more of the text is to be spoken, words behind the last that both have are left out', () => {
  const text = 'It costs $5.00. Pay it today.'
  const first = { text: 'It costs five dollars.', startMs: 0, endMs: 2_000 }
  const second = { text: 'Pay it today.', startMs: 2_300, endMs: 3_500 }
  expect(wordsOf(times(text, [first], { goesOn: true }))).toEqual(['It', 'costs'])
  const both = times(text, [first, second], { goesOn: true })
  expect(wordsOf(both)).toEqual(['It', 'costs', '5.00', 'Pay', 'it', 'today'])
  expect(both).toEqual(times(text, [first, second]))
})

test('words of a dialogue have who says them, also where a name or a word of a turn was not spoken', () => {
  const parts = [
    { text: 'Night. ' },
    { text: 'Who is there?\n', speaker: 'Anna', voiceId: 'a' },
    { text: '–\n', speaker: 'Carl', voiceId: 'c' },
    { pauseMs: 500 },
    { text: 'It is ', speaker: 'Ben', voiceId: 'b' },
    { text: 'me, twice', shown: 'me, 2x', speaker: 'Ben', voiceId: 'b' },
  ]
  const text = shownOfParts(parts)
  const pieces = [
    { text: 'Night.', startMs: 0, endMs: 500 },
    { text: 'Who is there?', startMs: 600, endMs: 1_500 },
    { text: 'It is me, twice', startMs: 2_000, endMs: 3_000 },
  ]
  const found = times(text, pieces, { turns: turnsOf(parts) })
  expect(found.map(({ word, speaker }) => [word, speaker])).toEqual([
    ['Night', undefined],
    ['Who', 'Anna'],
    ['is', 'Anna'],
    ['there', 'Anna'],
    ['It', 'Ben'],
    ['is', 'Ben'],
    ['me', 'Ben'],
    ['2x', 'Ben'],
  ])
  expect(turnsOf([{ text: 'No dialogue.' }, { text: 'Other.', voiceId: 'b' }])).toEqual([])
})

test('what was quickened afterwards is sooner, and ends with the sound', () => {
  const piece = [{ text: 'Slow words', startMs: 0, endMs: 4_000 }]
  const options = { tempo: 2, leadMs: 50, durationMs: 1_800 }
  expect(timedWords('Slow words', piece, options).ms).toEqual([50, 959, 959, 1_800])
})

test.each([
  ['a figure', 'It costs $5.00 today', 'It costs five dollars today', ['It', 'costs', '5.00', 'today']],
  [
    'an abbreviation',
    'See Dr. No, e.g. tonight',
    'See Doctor No, for example, tonight',
    ['See', 'Dr', 'No', 'e.g', 'tonight'],
  ],
  ['markup', '**Very** _good_', 'Very good.', ['Very', 'good']],
  ['the address of a link', 'Read [this](https://a.example/b) now', 'Read this now', ['Read', 'this', 'now']],
  ['accents that a voice does not know', 'Café crème', 'Cafe creme', ['Café', 'crème']],
])('%s has the time of the words that were spoken for it', (_what, text, spoken, expected) => {
  const found = times(text, [{ text: spoken, startMs: 0, endMs: 3_000 }])
  expect(wordsOf(found)).toEqual(expected)
  const { start, end } = found.at(-1) ?? {}
  expect(end).toBe(3.05)
  expect(start).toBeGreaterThan(found[0]?.start ?? 0)
})

test('words without a space between them are told apart', () => {
  const piece = { text: '今天天气很好', startMs: 0, endMs: 2_000 }
  expect(wordsOf(times('今天天气', [piece], { language: 'zh' }))).toEqual(['今天', '天气'])
})

test('a text of which nothing is as it was spoken has its words over the whole recording', () => {
  const text = Array.from({ length: 2_000 }, (_, index) => `a${index}`).join(' ')
  const spoken = Array.from({ length: 2_000 }, (_, index) => `b${index}`).join(' ')
  const found = times(text, [{ text: spoken, startMs: 0, endMs: 90_000 }])
  expect([found.length, found[0]?.start, found.at(-1)?.end]).toEqual([2_000, 0.05, 90.05])
})

test('whatever the texts are: in their order, inside the sound, none ends before it begins', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(
      text,
      fc.array(text, { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0.5, max: 2, noNaN: true }),
      (own, spoken, tempo) => {
        const pieces = spoken.map((piece, index) => ({
          text: piece,
          startMs: index * 1_000 + 50,
          endMs: index * 1_000 + 900,
        }))
        const { texts, ms } = timedWords(own, pieces, { tempo, leadMs: 50, durationMs: 4_000 })
        expect(ms).toHaveLength(2 * texts.length)
        expect(ms).toEqual(ms.toSorted((a, b) => a - b))
        expect(ms.every((one) => one >= 0 && one <= 4_000)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

test('the times that a voice has told are taken, and those of a word for which another was spoken are reckoned', () => {
  const piece = {
    text: 'It costs five dollars.',
    startMs: 0,
    endMs: 2_000,
    words: toldWords([10, 300], [320, 800], [850, 1_200], [1_220, 1_900]),
  }
  expect(times('It costs $5.', [piece])).toEqual([
    { word: 'It', start: 0.06, end: 0.35, estimated: false },
    { word: 'costs', start: 0.37, end: 0.85, estimated: false },
    { word: '5', start: 0.9, end: 1.95, estimated: true },
  ])
  // It runs two words into one.
  const [first] = times('It costs', [{ text: 'It costs', startMs: 0, endMs: 900, words: toldWords([10, 800]) }])
  expect(first).toMatchObject({ start: 0.05, estimated: true })
})

test('the words of a row of sounds are what is between blanks and marks, as long as their frames', () => {
  const symbols = ['', 'ɪ', 't', ' ', 'k', 'ˈ', 'ɔ', ',', ' ', 'n', '.', '']
  const frames = [4, 2, 2, 1, 2, 0, 4, 1, 1, 3, 1, 9]
  const timesOf = (...row: Parameters<typeof soundedWords>) =>
    soundedWords(...row).flatMap(({ startMs, endMs }) => [startMs, endMs])
  expect(timesOf(symbols, frames, 3_000)).toEqual([400, 800, 900, 1_500, 1_700, 2_000])
  expect(timesOf(['', 'a', ''], [1, 2, 1], 400)).toEqual([100, 300])
  expect(soundedWords([' '], [1], 100)).toEqual([])
  for (const frames of [[], [1], [0, 0, 0], [Number.NaN, 1, 1]])
    expect(soundedWords(['', 'a', ''], frames, 400)).toEqual([])
})

test('the sound of a piece is without the silence around it', () => {
  const samples = new Float32Array(1_000)
  samples.fill(0.001).fill(0.5, 200, 700)
  expect(extentOf({ samples, sampleRate: 1_000 })).toEqual({ startMs: 200, endMs: 700 })
  expect(extentOf({ samples: new Float32Array(500), sampleRate: 1_000 })).toEqual({ startMs: 0, endMs: 500 })
})
