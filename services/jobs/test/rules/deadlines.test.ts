import { expect, test } from 'vitest'
import { stepMs } from '../../src/domain/job/deadlines.ts'

test.each([
  ['chat', 4_000, 60_000],
  ['speech', 999, 80_000],
  ['speech', 1_001, 100_000],
  ['speech', 10_000, 260_000],
] as const)('a worker of %s has time by the %i characters that it speaks', (stage, characters, ms) => {
  expect(stepMs(stage, 'x'.repeat(characters))).toBe(ms)
})
