import { describe, expect, test } from 'vitest'
import { readOptions } from '../src/options.ts'

const known = ['gateway', 'job', 'sse']

describe('what a person may ask for', () => {
  test('is everything, at five pairs, without arguments', () => {
    expect(readOptions([], known)).toEqual({ help: false, quick: false, names: known, pairs: 5, streams: 2_000 })
  })
  test('keeps the order of the table', () => {
    expect(readOptions(['sse', 'gateway'], known).names).toEqual(['gateway', 'sse'])
  })
  test('is little in a quick run', () => {
    expect(readOptions(['--quick'], known)).toMatchObject({ quick: true, pairs: 2, streams: 500 })
  })
  test.for([
    [['nginx'], "No row is called 'nginx'; there are gateway, job, sse."],
    [['--fast'], '--fast is not understood: npm run bench -- --help lists the options.'],
    [['--pairs', '0'], "--pairs must be a whole number from 1 to 100, and '0' is not."],
    [['--streams', 'many'], "--streams must be a whole number from 10 to 50000, and 'many' is not."],
  ] as [string[], string][])('%o is refused in a sentence', ([args, sentence]) => {
    expect(() => readOptions(args, known)).toThrow(sentence)
  })
})
