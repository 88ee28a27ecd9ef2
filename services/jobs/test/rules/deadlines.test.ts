import { expect, test } from 'vitest'
import { activeFields } from '../../src/domain/job/active-fields.ts'
import { giveUpMs, maxPostponementMs, notStartedMs, stepMs } from '../../src/domain/job/deadlines.ts'
import { ownFaultsMs } from '../../src/domain/job/own-faults.ts'

test.each([
  ['chat', 4_000, 60_000],
  ['speech', 999, 80_000],
  ['speech', 1_001, 100_000],
  ['speech', 10_000, 260_000],
] as const)('a worker of %s has time by the %i characters that it speaks', (stage, characters, ms) => {
  expect(stepMs(stage, 'x'.repeat(characters))).toBe(ms)
})

test('what is not started, not ended or postponed is looked at after half an hour, a day, an hour', () => {
  expect([notStartedMs, giveUpMs, maxPostponementMs]).toEqual([1_800_000, 86_400_000, 3_600_000])
  expect(activeFields(new Date('2026-03-20T12:00:00Z'), 'fast')).toMatchObject({
    dueAt: new Date('2026-03-20T12:30:00Z'),
    giveUpAt: new Date('2026-03-21T12:00:00Z'),
  })
  // Failures that the account's own texts caused are counted for a day.
  expect(ownFaultsMs).toBe(86_400_000)
})
