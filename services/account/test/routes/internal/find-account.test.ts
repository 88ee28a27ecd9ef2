import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

test('200: the account, whatever the case of its email', async () => {
  const { userId, username, email, session } = member
  const found = { userId, username, email, tier: 'free', signedUpAt: session.signedUpAt, createdAt: session.signedUpAt }
  for (const given of [email, email.toUpperCase()]) {
    const { status, body } = await account.internal('GET', `/internal/accounts?email=${given}`)
    expect([status, body]).toEqual([200, found])
  }
})

test('400: no email', async () => {
  expect(await account.internal('GET', '/internal/accounts')).toMatchObject(invalid('email', 'email is not valid'))
})

test('404: an email that no account has', async () => {
  expect(await account.internal('GET', '/internal/accounts?email=nobody@example.com')).toMatchObject(noSuchAccount)
})
