import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { expect, test } from 'vitest'
import type { Token } from '../../src/domain/token.ts'
import { openTokens } from '../../src/store/tokens.ts'

const mongo = await closedAfterAll(openDatabase('account-tokens'))
const tokens = await openTokens(mongo.connection)

const [before, now, later] = ['11', '12', '13'].map((hour) => new Date(`2026-03-20T${hour}:00:00Z`)) as [
  Date,
  Date,
  Date,
]
const token: Token = {
  _id: 'hash',
  id: 'k',
  userId: 'u',
  kind: 'key',
  scopes: [],
  createdAt: before,
  usedAt: before,
  expiresAt: later,
}

test.each<[string, () => Promise<unknown>, object | null]>([
  ['is used', () => tokens.used('hash', now, undefined), { usedAt: now }],
  ['is used, and lasts longer', () => tokens.used('hash', now, now), { usedAt: now, expiresAt: now }],
  ['is used as the secret of a key', () => tokens.keyUsed('u', 'k', now), { usedAt: now }],
  ['was used later already', () => tokens.keyUsed('u', 'k', new Date(0)), {}],
  ['ends at a time', () => tokens.endAt('hash', now), { expiresAt: now }],
  ['is removed', () => tokens.remove('hash'), null],
])('a token that %s is so alone', async (_name, act, changed) => {
  expect((await tryBesideTwin(mongo.connection, 'tokens', token, act, { id: 'another' })).changed).toEqual(changed)
})

test('tokens are removed once they are past their end', async () => {
  const collection = mongo.connection.collection<Token>('tokens')
  await collection.deleteMany({})
  const { expiresAt: _end, ...lasting } = token
  const ends = { ...token, _id: 'ends now', expiresAt: now }
  await collection.insertMany([ends, { ...lasting, _id: 'lasting' }, { ...token, _id: 'over', expiresAt: before }])
  await tokens.removeExpired(now)
  expect((await collection.find().toArray()).map(({ _id }) => _id)).toEqual(['ends now', 'lasting'])
})
