import { expect, test } from 'vitest'
import { spokenForm } from '../src/domain/spoken-form.ts'

/** The quickest of a few runs, in ms: what else the machine does makes them longer, never shorter. */
function quickest(text: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const begun = performance.now()
    spokenForm(text)
    return performance.now() - begun
  })
  return Math.min(...runs)
}

test.each([
  ['opening brackets', '('],
  ['closing brackets', ')'],
  ['line ends', '\n'],
  ['commas', ','],
  ['commas with spaces', ', '],
  ['colons', ':'],
  ['full stops', '.'],
  ['question marks with spaces', '? '],
  ['quotes', "'"],
  ['brackets on lines of their own', '\n('],
  ['emoji', '😀'],
  ['letters', 'a'],
])('eight times as many %s take about eight times as long', { timeout: 60_000 }, (_, mark) => {
  spokenForm(mark.repeat(2_000))
  const few = quickest(mark.repeat(5_000))
  const many = quickest(mark.repeat(40_000))
  // Quadratic work takes 64 times as long. Half a millisecond is what such a small figure may be off by.
  expect(many / (few + 0.5)).toBeLessThan(25)
})

test.each([
  ['a ( b', 'a, b'],
  ['a (( b', 'a, b'],
  ['a )', 'a,'],
  ['a ) ) b', 'a, b'],
  ['a,,, b', 'a, b'],
  ['so ; : , . and', 'so. and'],
  ['what ?! . x', 'what?. x'],
  ['wait ?,, ; . x', 'wait?. x'],
  ['really?, yes', 'really? yes'],
  ['really?,yes', 'really?,yes'],
  ['end.,', 'end.'],
  ['v2.0.1', 'v2.0.1'],
  ['no mark ,;: at all', 'no mark ,;: at all'],
])('%j is spoken as %j', (written, expected) => {
  expect(spokenForm(written)).toBe(expected)
})
