import { describe, expect, test } from 'vitest'
import { type Index, isServed, isServedBy, type Question } from '../src/indexes/served-by-index.ts'

const list: Index = { fields: { userId: 1, createdAt: -1, _id: -1 } }
const waiting: Index = { fields: { userId: 1, batch: 1, createdAt: 1 }, partial: { queue: 'waiting' } }
const unpublishedSince: Index = { fields: { unpublishedSince: 1 }, partial: { unpublishedSince: { $exists: true } } }
const byId: Index = { fields: { _id: 1 } }
const newest = { createdAt: -1, _id: -1 }
const now = new Date()

describe('an index', () => {
  test.each<[string, Question, Index]>([
    ['a sort behind equality', { filter: { userId: 'u' }, sort: newest }, list],
    ['a sort the other way round', { filter: { userId: 'u' }, sort: { createdAt: 1, _id: 1 } }, list],
    ['a sort with a bound of its own', { filter: { userId: 'u', createdAt: { $lte: now } }, sort: newest }, list],
    ['what excludes besides', { filter: { userId: 'u', status: { $ne: 'submitting' } }, sort: newest }, list],
    [
      'a range behind equality',
      { filter: { userId: 'u', queue: 'waiting', batch: 0, createdAt: { $lt: now } } },
      waiting,
    ],
    [
      'a sort where it is partial',
      { filter: { userId: 'u', queue: 'waiting' }, sort: { batch: 1, createdAt: 1 } },
      waiting,
    ],
    [
      'what exists since it is compared',
      { filter: { unpublishedSince: { $lte: now } }, sort: { unpublishedSince: 1 } },
      unpublishedSince,
    ],
    ['a guard of one document', { filter: { _id: 'a', version: 3, queue: 'active' } }, byId],
    ['one of several documents', { filter: { _id: { $in: ['a'] }, userId: 'u' } }, byId],
    ['a condition within $and', { filter: { $and: [{ userId: 'u' }] }, sort: newest }, list],
  ])('serves %s', (_name, question, index) => expect(isServedBy(question, index)).toBe(true))

  test.each<[string, Question, Index]>([
    [
      'a sort by a field that it lacks',
      { filter: { userId: 'u' }, sort: newest },
      { fields: { userId: 1, createdAt: -1 } },
    ],
    ['a sort of mixed directions', { filter: { userId: 'u' }, sort: { createdAt: -1, _id: 1 } }, list],
    ['a sort behind several values', { filter: { userId: { $in: ['u', 'v'] } }, sort: newest }, list],
    ['equality past its fields', { filter: { userId: 'u', status: 'failed' }, sort: newest }, list],
    ['a question that leaves its first field out', { filter: { createdAt: { $lt: now } } }, list],
    ['a question that does not imply its part', { filter: { userId: 'u' }, sort: { batch: 1, createdAt: 1 } }, waiting],
    [
      'existence alone, which is read in the documents',
      { filter: { unpublishedSince: { $exists: true } } },
      unpublishedSince,
    ],
    ['everything', { filter: {} }, byId],
    ['a pattern', { filter: { userText: /a/ } }, { fields: { userText: 1 } }],
  ])('does not serve %s', (_name, question, index) => expect(isServedBy(question, index)).toBe(false))
})

describe('a choice', () => {
  const unlessDeleted = { status: { $ne: 'deleted' } }
  const named = { userId: 'u', _id: { $in: ['a'] }, ...unlessDeleted }
  const recent = { userId: 'u', createdAt: { $gte: now }, ...unlessDeleted }

  test('is served when each of its branches is', () => {
    expect(isServed({ filter: { $or: [named, recent] } }, [byId, list])).toBe(true)
    expect(isServed({ filter: { $or: [named, { userText: /a/ }] } }, [byId, list])).toBe(false)
  })

  test('beside other conditions is served by what serves those', () => {
    expect(isServed({ filter: { ...unlessDeleted, $or: [named, recent] } }, [byId, list])).toBe(false)
    expect(isServed({ filter: { userId: 'u', $or: [{ userText: /a/ }, { _id: 'a' }] }, sort: newest }, [list])).toBe(
      true,
    )
  })
})
