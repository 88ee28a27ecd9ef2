import { expect, test } from 'vitest'
import { asciiForm } from '../../src/text/ascii-form.ts'

test.each([
  ['Plain, 42 words!', 'Plain, 42 words!'],
  ['Łódź, größer, cafe\u0301', 'Lodz, grosser, cafe'],
  ['Καλημέρα', 'Kalimera'],
  ['Доброе утро', 'Dobroe utro'],
  ['東京', 'DongJing'],
  ['“It’s” — 25 °C…', '"It\'s" - 25 °C...'.replace('°', 'deg')],
  ['𝒻𝒶𝓃𝒸𝓎 ﬁne', 'fancy fine'],
  ['aaaaa bbbb', 'aaaa a bbbb'],
  ['one\ntwo', 'one\ntwo'],
])('%j is read as %j', (text, read) => {
  expect(asciiForm(text)).toBe(read)
})
