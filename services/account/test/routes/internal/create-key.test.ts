import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

const path = '/internal/keys'
const newKey = (change: Record<string, unknown> = {}) => ({
  email: member.email,
  name: 'my laptop',
  scopes: ['jobs:read'],
  ...change,
})

test('201: a key with these scopes, which never expires and is stored nowhere', async () => {
  const { status, body } = await account.internal('POST', path, newKey())
  expect([status, body]).toEqual([201, { id: expect.any(String), key: expect.stringMatching(/^utter_.{43}$/) }])
  expect(await account.credentials.resolve(hashOf(body.key))).toMatchObject({
    userId: member.userId,
    keyId: body.id,
    scopes: ['jobs:read'],
    expiresAt: null,
  })
  expect(JSON.stringify(await account.tokens.keysOf(member.userId))).not.toContain(body.key)
})

test('201: with days a key that expires after them', async () => {
  const { body } = await account.internal('POST', path, newKey({ days: 2 }))
  const expiresAt = (await account.credentials.resolve(hashOf(body.key)))?.expiresAt ?? ''
  const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000
  expect([days > 1.9, days <= 2]).toEqual([true, true])
})

test.each<[Record<string, unknown>, string, string]>([
  [{ email: undefined }, 'email', 'email is not valid'],
  [{ name: undefined }, 'name', 'name is not valid'],
  [{ scopes: 'jobs:read' }, 'scopes', 'scopes is not valid'],
  [{ scopes: ['everything'] }, 'scopes.0', 'scopes.0 is not valid'],
  [{ days: 0.5 }, 'days', 'days must be a whole number'],
  [{ days: 0 }, 'days', 'days must be at least 1'],
])('400: %j', async (change, field, sentence) => {
  expect(await account.internal('POST', path, newKey(change))).toMatchObject(invalid(field, sentence))
})

test('404: an email that no account has', async () => {
  expect(await account.internal('POST', path, newKey({ email: 'nobody@example.com' }))).toMatchObject(noSuchAccount)
})
