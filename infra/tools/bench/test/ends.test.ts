import { expect, test } from 'vitest'
import { tolerate } from '../src/load/tolerate.ts'
import { createEnds } from '../src/measure/ends.ts'

test('an end is found whether it is seen before or after it is awaited', async () => {
  const ends = createEnds()
  ends.ended('early')
  const late = ends.of('late')
  ends.ended('late')
  expect(await ends.of('early')).toBeLessThanOrEqual(await late)
})

test('one call of a thousand may fail, and no more', () => {
  expect(() => tolerate(1, 1_000, 'calls')).not.toThrow()
  expect(() => tolerate(2, 1_000, 'calls')).toThrow('2 of 1000 calls failed')
})
