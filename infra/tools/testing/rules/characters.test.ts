import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import { markedText } from '@utter/text/markup/markup'
import { charactersOf } from '@utter/web/features/jobs/marks/characters-of'
import { charactersOfSsml } from '@utter/web/features/jobs/marks/characters-of-ssml'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const plain = ['a', ' ', '\n\t ', 'straße', '😀', ']', '|', '/', '\u0130', '\u017f', '\u212a']
const inBrackets = [
  ...['[pause:1.5s]', '[PAUSE: 500ms ]', '[rate:0.9]', '[voice: joe ]', '[say: cat |kæt]', '[say:a b|kæt]'],
  ...['[as:digits] 12 3 [/as]', '[as: Spell ]ab[/as]', '[as:date]2026-11-27[/AS]', '[1]', '[voice ]', '[ſay:a|b]'],
  ...['[', '[as:digits]', '[/as]', '[pause:', '[say:x|y|z]', '[rate:9]'],
]
const inSsml = [
  ...['<break time="1s"/>', "<break time='1s'> \n</break>", '<voice name="a>b">', '</voice>', '<prosody rate="slow">'],
  ...['</prosody>', '<sub alias="a longer word">x</sub>', '<sub alias=" &amp; ">xyz</sub>', '<!-- a > b < c -->'],
  ...[
    '<phoneme ph="kæt"> c <!-- x -->at </phoneme>',
    '<say-as interpret-as="digits">1\n 2</say-as >',
    '&amp;',
    '&#32;',
  ],
  ...['<![CDATA[ <a>  &amp; ]]>', '&#x1F600;', '<sub alias="a">', '</sub>', '&', '<speak>', '</speak>'],
]
const joined = (pieces: string[]) =>
  fc.array(fc.constantFrom(...pieces, ...plain), { maxLength: 12 }).map((parts) => parts.join(''))

/** @returns how many of the texts jobs takes */
function countedAlike(texts: fc.Arbitrary<string>, isSsml: boolean, count: (text: string) => number): number {
  let taken = 0
  fc.assert(
    fc.property(texts, (text) => {
      const marked = markedText(text, { isSsml })
      if ('fault' in marked) return
      taken++
      expect({ text, characters: count(text) }).toEqual({ text, characters: marked.characters })
    }),
    { numRuns: 5_000 },
  )
  return taken
}

describe('a page counts the characters of a text that jobs takes as jobs does', () => {
  test('with marks in brackets', () => {
    expect(countedAlike(joined(inBrackets), false, charactersOf)).toBeGreaterThan(1_000)
  })
  test('in SSML', () => {
    const texts = fc
      .tuple(fc.constantFrom('', '<?xml version="1.0"?>\n', ' <!-- a -->'), joined(inSsml), fc.constantFrom('', ' '))
      .map(([before, inside, after]) => `${before}<speak version="1.0">${inside}</speak>${after}`)
    expect(countedAlike(texts, true, charactersOfSsml)).toBeGreaterThan(500)
  })
})

test.each(['[', '[pause:', '[say:a|', '[as:digits]', '[as:digits]1[/as]', '[as:spell]a', '[say:a|b]'])(
  'characters of %s are counted in linear time',
  (part) => expectLinearTime((length) => charactersOf(repeatedTo(length, part))),
)

test.each(['<', '<a ', '<a="', '&', '&amp;', '<!--', '<![CDATA[', '<sub alias="', '<sub alias="a">', ' ', '</'])(
  'characters of %s in SSML are counted in linear time',
  (part) => expectLinearTime((length) => charactersOfSsml(`<speak>${repeatedTo(length, part)}`)),
)
