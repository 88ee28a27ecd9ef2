import { expect, test } from 'vitest'
import { speechLimitMs } from '../../src/domain/speech-limit.ts'

test.each([
  [0, 58_000],
  [1, 78_000],
  [1_000, 78_000],
  [1_001, 98_000],
])('a text of %i characters has %i ms', (characters, ms) => {
  expect(speechLimitMs('a'.repeat(characters))).toBe(ms)
})
