import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { form } from '../src/form/form.ts'
import { canSpeak } from '../src/language/can-speak.ts'
import { latinForm } from '../src/language/latin-form.ts'
import { plainText } from '../src/markdown/plain-text.ts'
import { sentencesOf } from '../src/sentences/sentences.ts'
import { spokenText } from '../src/spoken-text.ts'

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .match(/[\p{L}\p{Nd}]/gu)
    ?.join('') ?? ''
const wordsOf = (text: string): string[] => text.normalize('NFKC').match(/[\p{L}\p{Nd}]+/gu) ?? []

const word = fc.constantFrom('one', 'Two', 'three', '4', '5.5', 'x', 'é', 'straße', '世界', 'мир', '60', 'a1', 'km')
const mark = fc.constantFrom(
  ...[
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '*',
    '**',
    '_',
    '`',
    '```',
    '~~',
    '[',
    ']',
    '(',
    ')',
    '](',
    '![',
    '<',
    '>',
    '|',
    '#',
    '# ',
    '- ',
    '+ ',
    '> ',
  ],
  ...[
    '1. ',
    '.',
    ',',
    '!',
    '?',
    ':',
    ';',
    '"',
    "'",
    '\\',
    '&',
    '=',
    '---',
    '===',
    '|-|',
    '$',
    '%',
    '^',
    '~',
    '/',
    '@',
    '{',
    '}',
    '–',
    '•',
  ],
)
/** A word behind the opening of a block of code names its language, and is not spoken. */
const hasALabel = (text: string) => /(```|~~~)[^\n]*[\p{L}\p{Nd}][^\n]*\n/u.test(text)
/** Words and marks of Markdown in any order; without tags, addresses and labels of code, whose letters are syntax. */
const markdown = fc
  .array(fc.oneof(word, mark), { maxLength: 40 })
  .map((parts) => parts.join(''))
  .filter((text) => !hasALabel(text))
const unicode = fc.string({ unit: 'grapheme', maxLength: 60 })
const runs = { numRuns: 400 }

/** Whether all of the one are in the other, in order. */
function isWithin(part: string, whole: string): boolean {
  const rest = [...whole.toLowerCase()]
  return [...part.toLowerCase()].every((char) => {
    const at = rest.indexOf(char)
    if (at >= 0) rest.splice(0, at + 1)
    return at >= 0
  })
}

describe('no letter and no digit is lost, none comes twice', () => {
  test('by the form of a text in any characters', () => {
    // Numbers in circles are digits afterwards only; stacked accents are cut.
    const isPicture =
      /[\u24EB-\u24FF\u2776-\u2793\p{Extended_Pictographic}\p{Regional_Indicator}\u{1F100}-\u{1F1FF}\p{sc=Zinh}]/u
    fc.assert(
      fc.property(unicode, (text) => {
        fc.pre(!isPicture.test(text))
        const plain = text.replace(/[\p{Default_Ignorable_Code_Point}\p{Co}]/gu, '')
        expect(lettersOf(form(plain))).toBe(lettersOf(plain))
      }),
      runs,
    )
  })
  test('by the reading of Markdown', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        expect(lettersOf(plainText(text))).toBe(lettersOf(text))
      }),
      runs,
    )
  })
  test('by the whole, which adds words for signs', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        // Letters that are held down are one.
        fc.pre(!/(\p{L})\1{4}/iu.test(lettersOf(text)))
        expect(isWithin(lettersOf(text), lettersOf(spokenText(text, { language: 'en' })))).toBe(true)
      }),
      runs,
    )
  })
})

test('no two words become one', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(word, mark), { maxLength: 12 }), (parts) => {
      const text = parts.map(([one, sign]) => `${one}${sign} `).join('')
      const written = wordsOf(text)
      const spoken = new Set(wordsOf(spokenText(text, { language: 'en' })))
      const joined = written.map((one, index) => `${one}${written[index + 1] ?? ''}`)
      expect(joined.filter((one) => spoken.has(one) && !written.includes(one))).toEqual([])
    }),
    runs,
  )
})

test('a text of plain words does not change, however often it is read', () => {
  const plain = fc.array(
    fc.constantFrom('one', 'Two', 'straße', 'café', '42', 'and,', 'so.', 'well;', '(in', 'brackets)'),
    { minLength: 1 },
  )
  fc.assert(
    fc.property(plain, (words) => {
      const text = words.join(' ')
      expect(spokenText(text, { language: 'en' })).toBe(text)
    }),
    runs,
  )
})

test('a text grows by the words of its signs alone', () => {
  fc.assert(
    fc.property(fc.oneof(markdown, unicode), (text) => {
      const signs = text.match(/[^\p{L}\p{M}\s.,;:!?'"()]/gu)?.length ?? 0
      expect(spokenText(text, { language: 'en' }).length).toBeLessThanOrEqual(
        3 * text.normalize('NFKC').length + 20 * signs,
      )
    }),
    runs,
  )
})

test('sentences are the text when joined', () => {
  fc.assert(
    fc.property(fc.oneof(markdown, unicode), (text) => {
      expect(sentencesOf(text, 'en').join('')).toBe(text)
    }),
    runs,
  )
})

const repeated = [
  ...[
    '*',
    '**a*b',
    '*a ',
    '_a ',
    '[',
    '](',
    '[a](',
    '![',
    '![](',
    '`',
    '` a',
    '~~a',
    '<',
    '<a ',
    '<a b="',
    '<!--',
    '>',
    '> ',
    '- ',
    '1. ',
  ],
  ...[
    '- a\n',
    '# a\n',
    '|',
    '|-',
    '|a\n|-\n',
    '\\',
    '&amp;',
    '1',
    '1,',
    '1.',
    '1 ',
    '1*',
    '1:1',
    '1-',
    '1–',
    '$1',
    '$',
    '%1',
    '(1',
    '²',
    '½',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    'a',
    'a ',
    'a. ',
    'A. ',
    '"',
    '(',
    '.',
    '?! ',
    '•',
    '|-',
    '@',
    'a@',
    '😀 ',
    '1️⃣',
    '①',
    '\u200D',
    '\u0301',
    'ｆ',
    '555-1234 ',
    'I ',
    'IV ',
    'IV–',
    'XXX',
    'Louis XIV. ',
    'Part I, II, ',
    'World War I and ',
    '1/2',
    '1/2 ',
    '2 1/2, ',
    '1½',
    '½-',
    '1⁄2 ',
  ],
]
test.each(repeated)('characters of %j are read in linear time', (unit) => {
  expectLinearTime((length) => {
    const spoken = spokenText(repeatedTo(length, unit), { language: 'en' })
    sentencesOf(latinForm(spoken, ['en']), 'en')
    canSpeak(spoken, ['en'])
  })
})

const numerals = [
  'IV ',
  'I, ',
  'XIV. ',
  'Louis XIV–',
  'Vol. I ',
  'Ludwigs XIV. ',
  'XXe siècle ',
  '1/2 ',
  '2 1/2, ',
  '1⁄2-',
  '½ ',
  '1/2 or ',
]
test.each(['en-US', 'de', 'es', 'fr', 'hi', 'it', 'pt'])(
  'numerals and fractions in %s are read in linear time',
  (language) => {
    for (const unit of numerals)
      expectLinearTime((length) => spokenText(`Chapter I ${repeatedTo(length, unit)}`, { language }))
  },
)
