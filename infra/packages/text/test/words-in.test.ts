import { expect, test } from 'vitest'
import { wordsIn } from '../src/words/words-in.ts'

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
