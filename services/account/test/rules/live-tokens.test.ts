import { describe, expect, test } from 'vitest'
import { endOfSecret, type ListedKey, rerolled } from '../../src/domain/api-keys/listed-key.ts'
import { isLive } from '../../src/domain/is-live.ts'
import type { User } from '../../src/domain/user.ts'

const now = new Date('2026-03-20T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

describe('a token stands for its account', () => {
  const user = { sessionGeneration: 2, keptSession: 'kept' } as User
  test.each([
    ['a session of this generation', user, { kind: 'session', id: 's', generation: 2 }, true],
    ['no session of an earlier one', user, { kind: 'session', id: 's', generation: 1 }, false],
    ['no session from before generations', user, { kind: 'session', id: 's' }, false],
    ['the session that changed the password', user, { kind: 'session', id: 'kept', generation: 1 }, true],
    ['each key', user, { kind: 'key', id: 'k' }, true],
    ['a session where no password was ever changed', {} as User, { kind: 'session', id: 's' }, true],
    ['none of an account that is deleted', { ...user, deletedAt: now }, { kind: 'key', id: 'k' }, false],
  ] as const)('%s', (_name, account, token, expected) => {
    expect(isLive(account, token)).toBe(expected)
  })
})

const key: ListedKey = { id: 'k', hash: 'new', expiresAt: after(90), replaced: [{ hash: 'old', until: after(60) }] }

test('a secret ends with its key, a replaced one with its overlap, and one that the key does not have has ended', () => {
  const keys = [{ ...key, id: 'other', hash: 'else' }, key, { id: 'l', hash: 'lasting', replaced: [] }]
  expect(endOfSecret(keys, { id: 'k', hash: 'new' })).toEqual(after(90))
  expect(endOfSecret(keys, { id: 'k', hash: 'old' })).toEqual(after(60))
  expect(endOfSecret(keys, { id: 'l', hash: 'lasting' })).toBeUndefined()
  expect(endOfSecret(keys, { id: 'k', hash: 'else' })).toBeNull()
  expect(endOfSecret(keys, { id: 'gone', hash: 'new' })).toBeNull()
  expect(endOfSecret(undefined, { id: 'k', hash: 'new' })).toBeNull()
})

describe('a rerolled key', () => {
  const { expiresAt: _, ...lasting } = key
  test('has the old secret for the overlap, but no longer than itself', () => {
    expect(rerolled(lasting, 'newest', 30, now)).toEqual({
      hash: 'newest',
      replaced: [...key.replaced, { hash: 'new', until: after(30) }],
    })
    expect(rerolled(key, 'newest', 3_600, now).replaced.at(-1)).toEqual({ hash: 'new', until: after(90) })
  })
  test('has none without an overlap, and none whose overlap is over', () => {
    expect(rerolled(key, 'newest', 0, now).replaced).toEqual([])
    expect(rerolled(key, 'newest', 30, after(60)).replaced).toEqual([{ hash: 'new', until: after(90) }])
  })
  test('has the ten latest', () => {
    const replaced = Array.from({ length: 10 }, (_, index) => ({ hash: `${index}`, until: after(60) }))
    expect(rerolled({ ...key, replaced }, 'newest', 30, now).replaced.map(({ hash }) => hash)).toEqual([
      ...'123456789',
      'new',
    ])
  })
})
