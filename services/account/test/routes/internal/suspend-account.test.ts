import { credentialKey } from '@utter/contracts/credential'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import type { User } from '../../../src/domain/user.ts'
import { accountState } from '../../../src/publishes/account-state.ts'
import { callerToken } from '../../support/callers.ts'
import { openAccount } from '../../support/open-account.ts'
import { noSuchAccount } from '../../support/problems.ts'

const account = await closedAfterAll(openAccount())

const path = '/internal/suspensions'
const suspend = (email: string, reason: unknown = 'Spam') => account.internal('PUT', path, { email, reason })
const resume = (email: string) => account.internal('DELETE', `${path}?${new URLSearchParams({ email })}`)

test('200: what gateways know of its sessions says so at once, its owner reads why, and a resumed account has none of it', async () => {
  const member = await account.member()
  const [token] = await account.tokens.ofUser(member.userId)
  const cached = async () => JSON.parse((await account.redis.get(credentialKey(token?._id ?? ''))) ?? '{}')
  const get = async (path: string) =>
    (await account.request('GET', path, callerToken({ address: member.address, identity: member.session }))).body
  const me = async () => ((await get('/api/auth/me')) as { user: UserView }).user

  expect(await suspend(member.email)).toMatchObject({
    status: 200,
    body: { userId: member.userId, suspension: { since: expect.any(String), reason: 'Spam' } },
  })
  expect(await cached()).toMatchObject({ isSuspended: true, version: 2 })
  expect((await me()).suspension).toMatchObject({ reason: 'Spam' })

  const resumed = await resume(member.email)
  expect(resumed.status).toBe(200)
  expect(resumed.body).not.toHaveProperty('suspension')
  expect(await cached()).not.toHaveProperty('isSuspended')
  expect(await me()).not.toHaveProperty('suspension')
  const audit = (await get('/api/auth/audit')) as { action: string; target: string | null }[]
  expect(audit.slice(0, 2).map(({ action, target }) => [action, target])).toEqual([
    ['account-resumed', null],
    ['account-suspended', 'Spam'],
  ])
})

test('other services are told of it, and of its end', async () => {
  const member = await account.member()
  const told = () => accountState(account.relayed.at(-1) as User)
  await suspend(member.email)
  expect(told()).toMatchObject({ userId: member.userId, data: { suspended: true } })
  await resume(member.email)
  expect(told().userId).toBe(member.userId)
  expect(told().data).not.toHaveProperty('suspended')
})

test('200: said twice, it is one suspension; another reason takes the place of the first', async () => {
  const member = await account.member()
  const first = await suspend(member.email)
  expect((await suspend(member.email)).body).toEqual(first.body)
  expect(await suspend(member.email, 'Payments')).toMatchObject({ body: { suspension: { reason: 'Payments' } } })
  await resume(member.email)
  expect((await resume(member.email)).status).toBe(200)
})

test.each([
  [undefined, 'reason is required'],
  ['  ', 'reason is required'],
  ['x'.repeat(201), 'reason must be at most 200 characters'],
])('400: the reason %j', async (reason, sentence) => {
  const { email } = await account.member()
  expect(await account.internal('PUT', path, { email, reason })).toMatchObject(invalid('reason', sentence))
})

test('404: an email that no account has', async () => {
  expect(await suspend('nobody@example.com')).toMatchObject(noSuchAccount)
  expect(await resume('nobody@example.com')).toMatchObject(noSuchAccount)
})
