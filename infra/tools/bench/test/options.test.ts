import { describe, expect, test } from 'vitest'
import { readOptions } from '../src/options.ts'

const known = [{ name: 'gateway' }, { name: 'voice', isLong: true as const }, { name: 'sse' }]
const names = known.map(({ name }) => name)

describe('what a person may ask for', () => {
  test('is everything, at five pairs, without arguments', () => {
    expect(readOptions([], known)).toEqual({ help: false, quick: false, names, tooLong: [], pairs: 5, streams: 2_000 })
  })
  test('keeps the order of the table', () => {
    expect(readOptions(['sse', 'gateway'], known).names).toEqual(['gateway', 'sse'])
  })
  test('is less in a quick run, without the long rows unless one is named', () => {
    expect(readOptions(['--quick'], known)).toMatchObject({
      quick: true,
      pairs: 3,
      names: ['gateway', 'sse'],
      tooLong: ['voice'],
    })
    expect(readOptions(['--quick', 'voice'], known)).toMatchObject({ names: ['voice'], tooLong: [] })
  })
  test('is a table, of files or of what is known', () => {
    expect(readOptions(['--table'], known).table).toEqual([])
    expect(readOptions(['--table', 'a.json', 'b.json'], known).table).toEqual(['a.json', 'b.json'])
    expect(readOptions([], known)).not.toHaveProperty('table')
  })
  test.for([
    [['nginx'], "No row is called 'nginx'; there are gateway, voice, sse."],
    [['--fast'], '--fast is not understood: npm run bench -- --help lists the options.'],
    [['--pairs', '0'], "--pairs must be a whole number from 1 to 100, and '0' is not."],
    [['--streams', 'many'], "--streams must be a whole number from 10 to 50000, and 'many' is not."],
  ] as [string[], string][])('%o is refused in a sentence', ([args, sentence]) => {
    expect(() => readOptions(args, known)).toThrow(sentence)
  })
})
