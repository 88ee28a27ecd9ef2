import type { Unit } from '@utter/speech/domain/hearing/plain-units'
import { expect, test } from 'vitest'
import { errorsOf, rateOf } from '../hearing/word-errors.ts'

test.each<[heard: string, forms: string[], unit: Unit, wrong: number, of: number]>([
  ['The harbor was quiet', ['the harbor was quiet.'], 'word', 0, 4],
  ['a harbor was quiet', ['the harbor was quiet'], 'word', 1, 4],
  ['the harbor quiet', ['the harbor was quiet'], 'word', 1, 4],
  ['the harbor was very quiet', ['the harbor was quiet'], 'word', 1, 4],
  ['', ['the harbor was quiet'], 'word', 4, 4],
  ['the harbor was quiet', ['the harbour was quiet', 'the harbor was quiet'], 'word', 0, 4],
  ['l’eau, peut être', ["l'eau peut-être"], 'word', 0, 4],
  ['cafe\u0301 \u00c0 la gare', ['café à la gare'], 'word', 0, 4],
  ['बच्चे खेलते', ['बच्चे खेलता'], 'character', 1, 10],
  ['港は静か', ['港 は 静かだ'], 'character', 1, 5],
])('%j against %j by %s has %d errors of %d', (heard, forms, unit, wrong, of) => {
  expect(errorsOf(heard, forms, unit)).toEqual({ wrong, of })
})

test('the rate of several sentences is that of all their words together', () => {
  expect(
    rateOf([
      { wrong: 1, of: 2 },
      { wrong: 0, of: 8 },
    ]),
  ).toBe(0.1)
})
