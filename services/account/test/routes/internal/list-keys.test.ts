import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

const list = (email: string) => account.internal('GET', `/internal/keys?email=${email}`)
const create = async (name: string, days?: number) => {
  const body = { email: member.email, name, scopes: ['jobs:read', 'usage:read'], days }
  return (await account.internal('POST', '/internal/keys', body)).body
}

test('200: the account’s keys, the oldest first, without the keys themselves and without its sessions', async () => {
  expect(await list(member.email)).toMatchObject({ status: 200, body: { keys: [] } })
  const [first, second] = [await create('first'), await create('second', 7)]
  const { status, body } = await list(member.email)
  const row = { scopes: ['jobs:read', 'usage:read'], createdAt: expect.any(String), usedAt: expect.any(String) }
  expect([status, body.keys]).toEqual([
    200,
    [
      { id: first.id, name: 'first', ...row, expiresAt: null },
      { id: second.id, name: 'second', ...row, expiresAt: expect.any(String) },
    ],
  ])
})

test('400: no email', async () => {
  expect(await account.internal('GET', '/internal/keys')).toMatchObject(invalid('email', 'email is not valid'))
})

test('404: an email that no account has', async () => {
  expect(await list('nobody@example.com')).toMatchObject(noSuchAccount)
})
