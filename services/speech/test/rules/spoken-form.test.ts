import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import { expect, test } from 'vitest'
import { spokenForm } from '../../src/text/spoken-form.ts'

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
  ['full stops with blanks', '. '],
])('%s are read in linear time', (_, mark) => {
  expectLinearTime((length) => spokenForm(repeatedTo(length, mark), 'en'))
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
  ['run ./x now', 'run ./x now'],
  ['the .NET, is .5', 'the .NET, is .5'],
  ['.NET first', '.NET first'],
  ['paused ...then left', 'paused, then left'],
  ['...then left', 'then left'],
  ['x?y=1', 'x?y=1'],
  ['Go! .NET', 'Go! .NET'],
  ['Go! ...then', 'Go! then'],
  ['no mark ,;: at all', 'no mark ,;: at all'],
])('%j is spoken as %j', (written, expected) => {
  expect(spokenForm(written, 'en')).toBe(expected)
})

test.each([
  ['The author J. R. R. Tolkien met C.S. Lewis', 'The author J R R Tolkien met C S Lewis'],
  [
    'Gen. Smith of Acme Inc. paid approx. 5 dollars, see Fig. 3',
    'General Smith of Acme Incorporated paid approximately 5 dollars, see Figure 3',
  ],
  [
    'He works at Acme Inc. They left. It was plan B. Then C.',
    'He works at Acme Inc. They left. It was plan B. Then C.',
  ],
  ['the U.S. army, p.m. and the sea, John F. Kennedy', 'the U.S. army, p.m. and the sea, John F Kennedy'],
])('a stop that is no end is not written: %j is spoken as %j', (written, expected) => {
  expect(spokenForm(written, 'en-US')).toBe(expected)
})

test('abbreviations of English are words in English alone', () => {
  expect(spokenForm('Dr. Jones, e.g. him', 'en-GB')).toBe('Dr Jones, for example, him')
  expect(spokenForm('Dr. Jones', 'de')).toBe('Dr. Jones')
})
