import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedText, shownOfParts } from '../src/markup/markup.ts'

/** The pieces of which marks are made, whole and broken, between letters. */
const shreds = [
  ...['[pause:', '1.5s]', '[rate:', '0.9]', '[say:', 'cat|kæt]', '[as:digits]', '12', '[/as]', '[voice:', 'joe]'],
  ...['[', ']', '[[', '|', ':', '[1]', '<speak>', '</speak>', '<break time="1s"/>', '<break', ' time=', '"', "'", '/>'],
  ...[
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&',
    '&amp;',
    '&#',
    ';',
    '<',
    '>',
    '<voice name="x">',
    '</voice>',
    '=',
    'a',
    ' ',
    '\n',
    '\0',
    '😀',
    '\ud800',
  ],
]
const hostile = fc.oneof(
  fc.array(fc.constantFrom(...shreds), { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
)

test('a hostile string is read or refused, its place is in it, and no mark is left in what is spoken', () => {
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, isSsml) => {
      const marked = markedText(text, { isSsml })
      if ('fault' in marked) {
        expect(marked.fault.at).toBeGreaterThanOrEqual(0)
        expect(marked.fault.at).toBeLessThanOrEqual(text.length)
        expect(marked.fault.reason).not.toBe('')
      } else if (!isSsml) {
        const shown = shownOfParts(marked.parts)
        expect(shown).not.toMatch(/\[(?:pause:|rate:|say:|as:|voice:|\/as\])/i)
        if (marked.marks.length === 0) expect(shown).toBe(text)
      }
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  ...[
    '[',
    '[pause:',
    '[pause:1s]',
    '[say:a|',
    '[as:digits]',
    '[as:digits]1[/as]',
    '[[[[]]]]',
    'a',
    '[rate:1',
    '[as:spell]a',
  ],
])('characters of %s in brackets are read in linear time', (part) => {
  expectLinearTime((length) => markedText(repeatedTo(length, part), { isSsml: false }))
})

test.each([
  ...[
    '<',
    '<a ',
    '<a',
    'a="',
    '&',
    '&amp;',
    '<!--',
    '<!-- -->',
    '<![CDATA[',
    '<voice name="x">',
    '<break time="1s"/>',
    '</',
    '&#x',
    '<sub alias="',
    ' ',
  ],
])('characters of %s in SSML are read in linear time', (part) => {
  expectLinearTime((length) => markedText(`<speak>${repeatedTo(length, part)}`, { isSsml: true }))
})
