import { expect, test } from 'vitest'
import { auditEntry } from '../../src/domain/audit-entry.ts'

test('entries of the same moment have ids in the order of the acts', () => {
  const at = new Date('2026-03-20T12:00:00.000Z')
  const ids = Array.from({ length: 1_000 }, () => auditEntry('u', { actor: 'owner', action: 'webhook-set' }, at)._id)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})
