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
  const sentence = 'email is not valid'
  expect(await account.internal('GET', '/internal/keys')).toMatchObject({
    status: 400,
    body: { error: sentence, details: [{ field: 'email', message: sentence }] },
  })
})

test.each(callers.refused.internal('operator'))('401 for %s', async (_caller, token) => {
  expect(await account.request('GET', `/internal/keys?email=${member.email}`, token)).toMatchObject({
    status: 401,
    body: { error: 'Not logged in', code: 'unauthorized' },
  })
})

test('404: an email that no account has', async () => {
  expect(await list('nobody@example.com')).toMatchObject({
    status: 404,
    body: { error: 'No account has the email nobody@example.com', code: 'account_not_found' },
  })
})
