import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())

const path = '/internal/password-resets'

test('201: a link for an hour, of which only the hash is kept', async () => {
  const { userId, email } = await account.member()
  const { status, body } = await account.internal('POST', path, { email: email.toUpperCase() })
  expect(status).toBe(201)
  const token = /^https:\/\/utter\.example\/login\?reset=([\w-]{43})$/.exec(body.url)?.[1] ?? ''
  const user = await account.users.read(userId)
  expect(user?.passwordReset).toEqual({ hash: hashOf(token), expiresAt: new Date(body.expiresAt) })
  expect(JSON.stringify(user)).not.toContain(token)
  const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(59)
  expect(minutes).toBeLessThanOrEqual(60)
})

test('400 without an email', async () => {
  expect(await account.internal('POST', path, {})).toMatchObject(invalid('email', 'email is not valid'))
})

test('404: an email that no account has', async () => {
  expect(await account.internal('POST', path, { email: 'nobody@example.com' })).toMatchObject(noSuchAccount)
})
