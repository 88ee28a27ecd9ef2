import { expect, test } from 'vitest'
import { openPhonemes, phonemeParts } from '../../src/engines/phonemes.ts'

const phonemesOf = await openPhonemes()

test.each([
  ['en-us', 'Quiet, please: "no" (yes)?', 'kwˈaɪət, plˈiːz: "nˈoʊ" (jˈɛs)?'],
  ['en', 'It costs 3.50, at 10:30.', 'ɪt kˈɒsts θɹˈiː pɔɪnt fˈaɪv zˈiəɹəʊ, at tˈɛn θˈɜːti.'],
  ['fr', 'Le premier bateau !', 'lə pʁəmjˈe batˈo !'],
  ['de', 'Ein Download', 'aɪn dˈaʊnləʊd'],
])('%s: %j keeps its punctuation and is %j', (voice, text, sounds) => {
  expect(phonemesOf(text, voice)).toBe(sounds)
})

test('a language that eSpeak does not have is refused, in place of being spoken as the last', () => {
  phonemesOf('one', 'en')
  expect(() => phonemesOf('one', 'xx-none')).toThrow('eSpeak has no voice xx-none')
})

test('parts are cut behind a mark, else at a blank, else anywhere, and nothing is lost', () => {
  expect(phonemeParts('short', 10)).toEqual(['short'])
  expect(phonemeParts('', 10)).toEqual([])
  expect(phonemeParts('abc def, ghi jkl', 12)).toEqual(['abc def,', 'ghi jkl'])
  expect(phonemeParts('a, bcdefghi jkl', 12)).toEqual(['a, bcdefghi', 'jkl'])
  expect(phonemeParts('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)])
})
