import { expect, test } from 'vitest'
import { type Asked, isBounded } from '../src/indexes/bounded.ts'

const now = new Date()
const ids = { $in: ['a', 'b'] }

test.each<[string, Asked]>([
  ['a read with a limit', { filter: { userId: 'u' } }],
  ['documents of ids', { filter: { userId: 'u', _id: ids }, all: 'written' }],
  ['what one job has', { filter: { userId: 'u', jobId: 'j' }, all: 'written' }],
  ['a read between two bounds', { filter: { userId: 'u', day: { $gte: now, $lt: now } }, all: 'read' }],
])('%s is bounded', (_what, asked) => expect(isBounded(asked)).toBe(true))

test.each<[string, Asked]>([
  ['all documents of an account', { filter: { userId: 'u' }, all: 'read' }],
  ['the unfinished ones of an account', { filter: { userId: 'u', result: { $exists: false } }, all: 'written' }],
  ['those of one state', { filter: { userId: 'u', status: { $in: ['failed'] } }, all: 'written' }],
  ['what is over', { filter: { expiresAt: { $lte: now } }, all: 'written' }],
  ['writes between two bounds', { filter: { userId: 'u', at: { $gte: now, $lt: now } }, all: 'written' }],
])('%s may be any number', (_what, asked) => expect(isBounded(asked)).toBe(false))
