import { ExportedAccount } from '@utter/contracts/http/internal/account/export-account'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())

test('what account has of an account, as its owner sees it, without a secret', async () => {
  const { userId, email, session } = await account.member()
  await account.internal('POST', '/internal/keys', { email, name: 'a key', scopes: ['jobs:read'] })
  const { status, body } = await account.internal('GET', `/internal/accounts/${userId}/export`, undefined, 'jobs')
  expect(status).toBe(200)
  const exported = ExportedAccount.parse(body)
  expect(exported.user).toMatchObject({ id: userId, email })
  expect(exported.apiKeys).toMatchObject([{ name: 'a key', scopes: ['jobs:read'] }])
  expect(exported.sessions).toMatchObject([{ id: session.sessionId, isCurrent: false }])
  expect(exported.audit.map(({ action }) => action)).toContain('key-created')
  expect(exported.secondFactor).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
  expect(JSON.stringify(body).replaceAll('"signedInBy":"password"', '')).not.toMatch(/hash|password(?!-)/i)
})

test('404 for an account that there is not', async () => {
  const path = '/internal/accounts/00000000-0000-4000-8000-000000000000/export'
  expect((await account.internal('GET', path, undefined, 'jobs')).status).toBe(404)
})
