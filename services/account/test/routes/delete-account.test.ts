import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { billingState } from '../../src/consumes/billing-state.ts'
import { referralState } from '../../src/consumes/referral-state.ts'
import type { User } from '../../src/domain/user.ts'
import { sweepDeletedUsers } from '../../src/lifecycle/erase-account.ts'
import { accountState } from '../../src/publishes/account-state.ts'
import { anEntry } from '../support/an-entry.ts'
import { anAddress, callerToken } from '../support/callers.ts'
import { type Account, openAccount, password } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount({ LOGIN_FAILURES_PER_NAME: 3 }))

type Member = Awaited<ReturnType<Account['member']>>
const remove = ({ address, session }: Member, body: unknown = { password }) =>
  account.post('delete-account', body, { address, identity: session })
const documentOf = (userId: string) => account.stored<User>('users', userId)

/** A turn of the sweep, so many minutes from now. */
const sweep = async (minutes: number, published: User[] = []) => {
  const clock = { now: () => new Date(Date.now() + minutes * 60_000) }
  const relay = { relay: async (users: User[]) => void published.push(...users) }
  await sweepDeletedUsers({ ...account, relay, clock }, createLog('account', 'silent'))
  return published
}

test('202: sessions and keys are worth nothing, and the gateway is to forget the cookie', async () => {
  const owner = await account.member()
  await account.logIn(owner.email, password, anAddress())
  await account.internal('POST', '/internal/keys', { email: owner.email, name: 'k', scopes: ['jobs:read'] })
  const before = await account.tokens.ofUser(owner.userId)
  expect(before).toHaveLength(3)
  const answer = await remove(owner)
  expect([answer.status, answer.body, answer.headers[sessionHeader]]).toEqual([202, { message: 'Account deleted' }, ''])
  expect(await account.tokens.ofUser(owner.userId)).toEqual([])
  for (const { _id } of before) expect(await account.redis.get(credentialKey(_id))).toBe(revokedMark)
  expect((await account.logIn(owner.email, password, anAddress())).status).toBe(401)
})

test('its last state is published without its name and its email, and says that it is deleted', async () => {
  const owner = await account.member()
  await remove(owner)
  const published = account.relayed.at(-1) as User
  expect(accountState(published)).toMatchObject({
    userId: owner.userId,
    version: 2,
    data: { username: '', email: '', deleted: true },
  })
})

test('name and email are free at once, for an account that has nothing of it', async () => {
  const owner = await account.member()
  await remove(owner)
  const { status, body } = await account.signUp(anAddress(), { username: owner.username, email: owner.email })
  expect(status).toBe(201)
  expect(body.user.id).not.toBe(owner.userId)
})

test('nothing that is kept names it: no name, email, hash, code, key or audit', async () => {
  const owner = await account.member()
  await account.consume(referralState, owner.userId, 1, {
    referralCode: 'ADASCODE',
    referralCount: 1,
    bonusCallsEarned: 50,
  })
  await account.internal('POST', '/internal/password-resets', { email: owner.email })
  await remove(owner)
  await account.publish(owner.userId)
  const left = JSON.stringify(await documentOf(owner.userId))
  for (const secret of [owner.username, owner.email, 'ADASCODE', '$argon2', owner.address])
    expect(left).not.toContain(secret)
  expect(await account.entries.page(owner.userId, 10)).toEqual([])
})

test('a state of billing or referral that is consumed late changes nothing', async () => {
  const owner = await account.member()
  await remove(owner)
  const before = await documentOf(owner.userId)
  const signedUpAt = owner.session.signedUpAt
  await account.consume(billingState, owner.userId, 5, { tier: 'pro', subscriptionStatus: 'active', signedUpAt })
  await account.consume(referralState, owner.userId, 5, { referralCode: 'X', referralCount: 0, bonusCallsEarned: 0 })
  expect(await documentOf(owner.userId)).toEqual(before)
})

test('a login or a key that was begun before it comes to nothing', async () => {
  const owner = await account.member()
  const asRead = (await account.users.read(owner.userId)) as User
  await remove(owner)
  expect(await account.credentials.openSession(asRead, {})).toBeNull()
  expect(await account.tokens.ofUser(owner.userId)).toEqual([])
  const token = callerToken({ address: owner.address, identity: owner.session })
  for (const [method, path] of [
    ['GET', 'me'],
    ['GET', 'sessions'],
    ['GET', 'audit'],
    ['DELETE', 'sessions'],
  ] as const)
    expect((await account.request(method, `/api/auth/${path}`, token)).body).not.toHaveProperty('user')
  expect(await remove(owner)).toMatchObject(problem(401, 'Invalid password', 'invalid_password'))
})

test('the operator finds no account under its email, nor under the key that took its place', async () => {
  const owner = await account.member()
  await remove(owner)
  for (const email of [owner.email, `deleted:${owner.userId}`])
    expect((await account.internal('GET', `/internal/accounts?email=${email}`)).status).toBe(404)
})

test('what a process that died left behind is removed by the sweep, and the document itself after an hour', async () => {
  const owner = await account.member()
  const user = (await account.users.read(owner.userId)) as User
  await account.entries.add([anEntry(owner.userId)])
  // The process dies after this update.
  await account.users.delete(user, new Date())
  const [token] = await account.tokens.ofUser(owner.userId)
  expect(await account.credentials.resolve(token?._id ?? '')).toBeNull()
  await sweep(0)
  expect(await account.tokens.ofUser(owner.userId)).toEqual([])
  expect(await account.redis.get(credentialKey(token?._id ?? ''))).toBe(revokedMark)
  expect(await account.entries.page(owner.userId, 10)).toEqual([])

  // An entry of a login that was in flight.
  await account.entries.add([anEntry(owner.userId)])
  await sweep(59)
  expect(await documentOf(owner.userId)).not.toBeNull()
  const published = await sweep(61)
  expect(published.find(({ _id }) => _id === owner.userId)).toMatchObject({ deletedAt: expect.any(Date) })
  expect(await account.entries.page(owner.userId, 10)).toEqual([])
  expect(await documentOf(owner.userId)).toBeNull()
})

test('the document stays until its deletion could be published once more', async () => {
  const owner = await account.member()
  await remove(owner)
  const clock = { now: () => new Date(Date.now() + 61 * 60_000) }
  const relay = { relay: () => Promise.reject(new Error('the brokers are unavailable')) }
  await sweepDeletedUsers({ ...account, relay, clock }, createLog('account', 'silent'))
  expect(await documentOf(owner.userId)).not.toBeNull()
})

test('of two deletions at once one is made', async () => {
  const owner = await account.member()
  const answers = await Promise.all([remove(owner), remove(owner)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 401])
})

test.each<[unknown, string, string]>([
  [{}, 'password', 'Password is required for verification'],
  [{ password: '' }, 'password', 'Password is required for verification'],
  [{ password: { $ne: '' } }, 'password.$ne', 'The field password.$ne is not allowed'],
  [[], 'body', 'The body must be a JSON object'],
])('400: %j', async (body, field, sentence) => {
  expect(await remove(await account.member(), body)).toMatchObject(invalid(field, sentence))
})

test('401: a wrong password leaves the account as it was; 429 after so many', async () => {
  const owner = await account.member()
  for (let i = 0; i < 3; i++)
    expect(await remove(owner, { password: 'wrong' })).toMatchObject(
      problem(401, 'Invalid password', 'invalid_password'),
    )
  expect(await remove(owner)).toMatchObject(tooManyAttempts)
  expect(await account.users.read(owner.userId)).toMatchObject({ version: 1 })
})
