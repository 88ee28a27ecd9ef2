import { expect, test } from 'vitest'
import { wordSpansIn, wordsIn } from '../src/words/words-in.ts'

test.each([
  ['en', 'Don’t stop — it’s 5.00!', ['Don’t', 'stop', 'it’s', '5.00']],
  ['de', 'Grüße, Müller', ['Grüße', 'Müller']],
  ['th', 'สวัสดีครับ', ['สวัสดี', 'ครับ']],
  ['ja', '私は学生です', ['私', 'は', '学生', 'です']],
  ['no language at all', 'Two words', ['Two', 'words']],
  ['en', '_Very_ good_name', ['Very', 'good_name']],
  ['', '… — ! __', []],
])('%s: %s', (language, text, expected) => {
  expect(wordsIn(text, language)).toEqual(expected)
})

test.each([
  ['en', 'Don’t stop: 👍 it’s __5.00__!'],
  ['ja', '「私は学生です」'],
  ['', '_ẹ́̂_ a\u0301b'],
])('%s: the words of %s stand where they are said to', (language, text) => {
  const spans = wordSpansIn(text, language)
  expect(spans.map(({ word, index }) => text.slice(index, index + word.length))).toEqual(wordsIn(text, language))
  expect(spans.length).toBeGreaterThan(1)
})
