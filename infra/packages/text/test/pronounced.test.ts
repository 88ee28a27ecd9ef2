import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pronounced, type SpokenForm } from '../src/pronounced.ts'

const form = (from: string, to: string, more: Partial<SpokenForm> = {}): SpokenForm => ({
  ...{ from, to, caseSensitive: false, wholeWord: true },
  ...more,
})
const inside = { wholeWord: false }
const spoken = (text: string, forms: SpokenForm[], maxLength = 20_000) => pronounced(text, forms, maxLength)

describe('a written form', () => {
  test.each([
    ['in any case', 'sql, SQL and Sql', [form('Sql', 'sequel')], 'sequel, sequel and sequel'],
    ['in its own case', 'us and US', [form('US', 'you ess', { caseSensitive: true })], 'us and you ess'],
    ['in its own case before any case', 'us, US', [form('us', 'a'), form('US', 'b', { caseSensitive: true })], 'a, b'],
    ['as a whole word', 'cat, concat, cats, cat’s', [form('cat', 'C')], 'C, concat, cats, C’s'],
    ['inside a word', 'concat', [form('cat', 'C', inside)], 'conC'],
    ['between letters of any script', 'Öl, Ölung, Ångström', [form('öl', 'X'), form('ångström', 'Y')], 'X, Ölung, Y'],
    ['before no combining mark', 'cafe\u0327 cafe', [form('cafe', 'C')], 'cafȩ C'],
    ['however its marks are written', 'cafe\u0301', [form('caf\u00e9', 'C')], 'C'],
    ['next to a character of two halves', '𝒜cat cat😀', [form('cat', 'C')], '𝒜cat C😀'],
    ['with signs at its end', 'C++ and C++11', [form('C++', 'see plus plus')], 'see plus plus and see plus plus11'],
    ['of several words', 'New  York, New York', [form('new york', 'NY')], 'New  York, NY'],
    ['in a script without spaces', '私は東京です', [form('東京', 'とうきょう')], '私はとうきょうです'],
    ['with a final sigma', 'ΟΔΟΣ οδός οδος', [form('ΟΔΟΣ', 'X')], 'X οδός X'],
    ['of letters that small are longer', 'İx x', [form('x', 'Y')], 'İx Y'],
    ['that would be an expression', 'a.b axb (', [form('a.b', 'X'), form('(', 'Y')], 'X axb Y'],
    ['with what would be a reference', 'a', [form('a', '$& $1')], '$& $1'],
  ])('%s', (_what, text, forms, expected) => {
    expect(spoken(text, forms)).toBe(expected)
  })
})

test('the longest form at a place wins, and a shorter one where the longest is no whole word', () => {
  const forms = [form('New', '1'), form('New York', '2'), form('New York Times', '3')]
  expect(spoken('New York Times, New York Timesx, New Yorkx', forms)).toBe('3, 2 Timesx, 1 Yorkx')
  expect(spoken('New York Times, New York Timesx, New Yorkx', forms.toReversed())).toBe('3, 2 Timesx, 1 Yorkx')
})

test('what was put in is not replaced again', () => {
  expect(spoken('a b', [form('a', 'b'), form('b', 'a')])).toBe('b a')
})

test('a text in which nothing is replaced is itself, however its marks are written', () => {
  expect(spoken('cafe\u0301', [form('x', 'y')])).toBe('cafe\u0301')
})

test('a replacement that would pass the bound is left out, and the rest of the text is whole', () => {
  expect(spoken('a a a', [form('a', 'long')], 11)).toBe('long long a')
})

test('as one after another would be, for forms of letters that share no part', () => {
  const letter = fc.constantFrom('a', 'b', 'c', ' ', 'A', '.')
  const text = fc.string({ unit: letter, maxLength: 40 })
  fc.assert(
    fc.property(text, fc.uniqueArray(fc.string({ unit: letter, minLength: 1, maxLength: 4 })), (written, froms) => {
      const forms = froms.map((from, at) => form(from, `<${at}>`, { caseSensitive: true, wholeWord: false }))
      let expected = ''
      for (let at = 0; at < written.length; ) {
        const here = froms.filter((from) => written.startsWith(from, at)).sort((a, b) => b.length - a.length)[0]
        expected += here === undefined ? written[at] : `<${froms.indexOf(here)}>`
        at += here?.length ?? 1
      }
      expect(spoken(written, forms)).toBe(expected)
    }),
  )
})

test('500 forms cost no text more than a few, and where all forms nearly match at each place the time is linear too', () => {
  const first = (forms: number, formAt: (at: number) => SpokenForm) =>
    Array.from({ length: forms }, (_, at) => formAt(at))
  const prose = repeatedTo(100_000, 'the quick brown fox jumps over ')
  expectLinearTime(
    (forms) =>
      spoken(
        prose,
        first(forms, (at) => form(`word${at} of fox`, 'x')),
        200_000,
      ),
    { size: 125 },
  )
  const nearly = (at: number) => `${'a'.repeat((at % 99) + 1)}${'bcdefg'.charAt(at / 99)}`
  const all = first(500, (at) => form(nearly(at), 'x', inside))
  expectLinearTime((length) => spoken(repeatedTo(length, 'a'), all, 200_000))
})
