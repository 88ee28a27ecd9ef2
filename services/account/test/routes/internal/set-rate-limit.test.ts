import { credentialKey } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

const path = '/internal/rates'

test('200: the rate counts for the account’s sessions from the next request on', async () => {
  const body = { email: member.email, rate: 77 }
  expect(await account.internal('PUT', path, body)).toMatchObject({ status: 200, body })
  const [token] = await account.tokens.ofUser(member.userId)
  const cached = await account.redis.get(credentialKey(token?._id ?? ''))
  expect(JSON.parse(cached ?? '')).toMatchObject({ rate: 77, version: 2 })
})

test.each<[Record<string, unknown>, string, string]>([
  [{ email: undefined }, 'email', 'email is not valid'],
  [{ rate: undefined }, 'rate', 'rate is not valid'],
  [{ rate: '10' }, 'rate', 'rate is not valid'],
  [{ rate: 1.5 }, 'rate', 'rate must be a whole number'],
  [{ rate: 0 }, 'rate', 'rate must be at least 1'],
])('400: %j', async (change, field, sentence) => {
  expect(await account.internal('PUT', path, { email: member.email, rate: 10, ...change })).toMatchObject(
    invalid(field, sentence),
  )
})

test('404: an email that no account has', async () => {
  expect(await account.internal('PUT', path, { email: 'nobody@example.com', rate: 10 })).toMatchObject(noSuchAccount)
})
