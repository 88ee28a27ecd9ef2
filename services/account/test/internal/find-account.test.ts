import { afterAll, beforeAll, expect, test } from 'vitest'
import { callers } from '../support/callers.ts'
import { type Account, openAccount } from '../support/open-account.ts'

let account: Account
let member: Awaited<ReturnType<Account['member']>>
beforeAll(async () => {
  account = await openAccount()
  member = await account.member()
})
afterAll(() => account[Symbol.asyncDispose]())

test('200: the account, whatever the case of its email', async () => {
  const { userId, username, email, session } = member
  const found = { userId, username, email, tier: 'free', signedUpAt: session.signedUpAt }
  for (const given of [email, email.toUpperCase()]) {
    const { status, body } = await account.internal('GET', `/internal/accounts?email=${given}`)
    expect([status, body]).toEqual([200, found])
  }
})

test('400: no email', async () => {
  const sentence = 'email is not valid'
  expect(await account.internal('GET', '/internal/accounts')).toMatchObject({
    status: 400,
    body: { error: sentence, details: [{ field: 'email', message: sentence }] },
  })
})

test.each(callers.refused.internal('operator'))('401 for %s', async (_caller, token) => {
  expect(await account.request('GET', `/internal/accounts?email=${member.email}`, token)).toMatchObject({
    status: 401,
    body: { error: 'Not logged in', code: 'unauthorized' },
  })
})

test('404: an email that no account has', async () => {
  expect(await account.internal('GET', '/internal/accounts?email=nobody@example.com')).toMatchObject({
    status: 404,
    body: { error: 'No account has the email nobody@example.com', code: 'account_not_found' },
  })
})
