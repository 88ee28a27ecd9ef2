import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { expect, test } from 'vitest'
import { paragraphTimesOf } from '../../../src/domain/works/paragraph-times.ts'

/** Words of a tenth of a second each. */
const spoken = (...words: string[]): WordTimes =>
  words.map((word, index) => ({ word, start: index / 10, end: (index + 1) / 10, estimated: false }))
const paragraphs = (...texts: string[]) => texts.map((text, index) => ({ id: `p${index + 1}`, text }))
const timesOf = (texts: string[], words: WordTimes, isCurrent = true) =>
  paragraphTimesOf(paragraphs(...texts), words, { startMs: 1_000, isCurrent })
/** Each paragraph with its times and words: `p1 1000-1200 It rained`. */
const rows = (...given: Parameters<typeof timesOf>) =>
  timesOf(...given).map(({ id, startMs, endMs, words }) =>
    `${id} ${startMs}-${endMs} ${words.map(({ text }) => text).join(' ')}`.trim(),
  )

test('each paragraph has its own words, later by the place of its section', () => {
  expect(rows(['It rained.', 'It rained on.'], spoken('It', 'rained', 'It', 'rained', 'on'))).toEqual([
    'p1 1000-1200 It rained',
    'p2 1200-1500 It rained on',
  ])
  const [first] = timesOf(['It rained.'], spoken('It', 'rained'))
  expect(first?.words[1]).toEqual({ text: 'rained', startMs: 1_100, endMs: 1_200, estimated: false })
})

test('words that were not spoken have no times, and the others keep their places', () => {
  expect(rows(['* * *', 'See https://a.example/b now.', 'Go.'], spoken('See', 'now', 'Go'))).toEqual([
    'p1 undefined-undefined',
    'p2 1000-1200 See now',
    'p3 1200-1300 Go',
  ])
})

test('marks are no words of a paragraph', () => {
  expect(rows(['One [pause:1s] two.', '[ipa:təˈmeɪtoʊ]tomato[/ipa]!'], spoken('One', 'two', 'tomato'))).toEqual([
    'p1 1000-1200 One two',
    'p2 1200-1300 tomato',
  ])
})

test('a paragraph that was changed since has no times, and those beside it keep theirs', () => {
  expect(rows(['One two.', 'Four five.', 'Six.'], spoken('One', 'two', 'three', 'five', 'Six'), false)).toEqual([
    'p1 1000-1200 One two',
    'p2 undefined-undefined',
    'p3 1400-1500 Six',
  ])
})

test('without words of the sound no paragraph has times', () => {
  expect(rows(['One.', 'Two.'], [])).toEqual(['p1 undefined-undefined', 'p2 undefined-undefined'])
})
