import fc from 'fast-check'

const unicode = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const latin = fc.string({
  unit: fc.constantFrom(
    ...'etaoinshrdlu ETAOIN 0123456789 .,;:!?\'"()-–—…/\\&%$€£@#*_~^=+<>|[]{} áéñçßøœ 😀👍🏽1️⃣½²№™\u0301\u200B\u202E\n',
  ),
  minLength: 1,
  maxLength: 24,
})

/** Texts in any characters of Unicode, and as many in those that most voices have a sound for. The same ones each time. */
export const randomTexts = (count: number): string[] => fc.sample(fc.oneof(unicode, latin), { numRuns: count, seed: 1 })

const units = [
  ...[
    's',
    'S',
    'ﷺ',
    '7',
    '.',
    ',',
    '?!',
    '"',
    '(',
    '*',
    '_',
    '#',
    '- ',
    '> ',
    '`',
    '😀',
    '1️⃣',
    '🇩🇪',
    '\u0301',
    '\u200D',
    '\u202E',
  ],
  ...[
    'XQZ ',
    'bcdfg',
    'www.',
    'a.b.',
    'A. ',
    '1/2 ',
    '$1,',
    '1e9 ',
    '0x',
    '-5 ',
    '½',
    '№',
    '™',
    '&amp;',
    '<b>',
    'ไ',
    'я ',
    '漢',
    'क्ष',
    'ß',
    'ﬀ',
  ],
  ...['\n', '\u0000', '\uD800', '\uFFFD', '%s', '</speak>', '[[', '|', 'é'],
]
/** A sign once more and once more, in words and between them. */
const repeated = fc
  .record({
    unit: fc.constantFrom(...units),
    count: fc.integer({ min: 1, max: 120 }),
    word: fc.constantFrom('', 'word ', ' one two '),
  })
  .map(({ unit, count, word }) => `${word}${unit.repeat(count)}${word}`)
const mixed = fc
  .array(fc.constantFrom(...units, 'the ', 'boat '), { minLength: 5, maxLength: 80 })
  .map((parts) => parts.join(''))

/** Texts of up to some hundred characters that were made to hold up a voice: rows of signs, foreign letters, markup. */
export const hostileTexts = (count: number): string[] =>
  fc.sample(fc.oneof(repeated, mixed), { numRuns: count, seed: 1 })
