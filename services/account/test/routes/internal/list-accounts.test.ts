import type { FoundAccount } from '@utter/contracts/http/internal/account/find-account'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const members = [await account.member(), await account.member(), await account.member()] as const
await account.internal('PUT', '/internal/suspensions', { email: members[1].email, reason: 'Spam' })

async function list(query: Record<string, string> = {}): Promise<FoundAccount[]> {
  const { status, body } = await account.internal('GET', `/internal/accounts/list?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  return (body as { accounts: FoundAccount[] }).accounts
}
const idsOf = (accounts: FoundAccount[]) => accounts.map(({ userId }) => userId)

test('200: the latest first, and those before a time', async () => {
  const accounts = await list()
  expect(idsOf(accounts)).toEqual(members.map(({ userId }) => userId).toReversed())
  expect(idsOf(await list({ before: accounts[1]?.createdAt ?? '' }))).toEqual([members[0].userId])
})

test('200: the suspended ones, with the reason', async () => {
  expect(await list({ suspended: 'true' })).toMatchObject([
    { userId: members[1].userId, suspension: { reason: 'Spam' } },
  ])
})

test('200: those whose address begins so, in any case', async () => {
  const { email, userId } = members[2]
  expect(idsOf(await list({ email: email.slice(0, -3).toUpperCase() }))).toEqual([userId])
  expect(await list({ email: 'nobody' })).toEqual([])
})

test.each([['before', 'yesterday', 'before must be a date and time']])('400: %s %j', async (field, value, sentence) => {
  expect(await account.internal('GET', `/internal/accounts/list?${field}=${value}`)).toMatchObject(
    invalid(field, sentence),
  )
})
