import { hash } from '@node-rs/argon2'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { anAddress } from '../support/callers.ts'
import { anEmail, openAccount, password, usage } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

test('200: the account with its usage, and a new session for the gateway', async () => {
  const { status, headers, body } = await account.logIn(member.email.toUpperCase(), password, anAddress())
  expect([status, body.user]).toEqual([200, expect.objectContaining({ id: member.userId, apiCallsUsed: 7 })])
  expect(body.user.billingPeriodEnd).toBe(usage.periodEnd)
  const token = String(headers[sessionHeader])
  expect(await account.credentials.resolve(hashOf(token))).toMatchObject({ userId: member.userId })
})

test('200: another browser than the last one is published, and the same one is not', async () => {
  const { userId, email, address } = await account.member()
  const published = () => account.relayed.filter(({ _id }) => _id === userId).map(({ device }) => device)
  for (const device of [undefined, 'one', 'one', 'two', 'one'])
    await account.post('login', { email, password }, { address, ...(device && { device }) })
  expect(published()).toEqual([undefined, 'one', 'two', 'one'])
  expect(await account.users.read(userId)).toMatchObject({ device: 'one', unpublishedSince: expect.any(Date) })
  // A wrong password publishes nothing.
  await account.post('login', { email, password: 'wrong' }, { address: anAddress(), device: 'three' })
  expect(published()).toHaveLength(4)
})

test('200: a password in another Unicode form, and one that was hashed as it was typed, from then on too', async () => {
  const { userId, email, address } = await account.member()
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Grüße-aus-été'.normalize(form)) as [string, string]
  const earlier = await account.users.read(userId)
  const user = earlier && (await account.users.rehash(earlier, await hash(decomposed), new Date()))
  const status = async (typed: string) => (await account.logIn(email, typed, address)).status
  expect(await status(composed)).toBe(401)
  expect([await status(decomposed), await status(composed), await status(decomposed)]).toEqual([200, 200, 200])
  const { passwordHash, version } = (await account.users.read(userId)) ?? {}
  expect(passwordHash).not.toBe(user?.passwordHash)
  // Made anew once.
  expect(version).toBe((user?.version ?? 0) + 1)
})

test('200: the session that came with it ends', async () => {
  const { userId, email, address, session } = await account.member()
  expect((await account.logIn(email, password, address, session)).status).toBe(200)
  const left = (await account.tokens.ofUser(userId)).map(({ id }) => id)
  expect(left).toHaveLength(1)
  expect(left).not.toContain(session.sessionId)
})

test('200: of more than twenty sessions the one that was used longest ago ends', async () => {
  const { userId, email, session } = await account.member()
  const user = await account.users.read(userId)
  for (let i = 0; user && i < 19; i++) await account.credentials.openSession(user, {})
  expect((await account.logIn(email, password, anAddress())).status).toBe(200)
  const left = (await account.tokens.ofUser(userId)).map(({ id }) => id)
  expect(left).toHaveLength(20)
  expect(left).not.toContain(session.sessionId)
})

test.each<[unknown, string, string]>([
  [{ password }, 'email', 'Invalid email address'],
  [{ email: 'nonsense', password }, 'email', 'Invalid email address'],
  [{ email: { $ne: '' }, password }, 'email.$ne', 'The field email.$ne is not allowed'],
  [{ email: 'a@example.com' }, 'password', 'Password is required'],
  [{ email: 'a@example.com', password: '' }, 'password', 'Password is required'],
  [{ email: 'a@example.com', password: 7 }, 'password', 'Password is required'],
  [{ email: 'a@example.com', password: 'a'.repeat(1_001) }, 'password', 'Password must be at most 1000 characters'],
  [[], 'body', 'The body must be a JSON object'],
])('400: %j', async (body, field, sentence) => {
  expect(await account.post('login', body, { address: anAddress() })).toMatchObject(invalid(field, sentence))
})

test('401: a wrong password and an unknown email get the same answer', async () => {
  for (const email of [member.email, anEmail()])
    expect(await account.logIn(email, 'wrong', anAddress())).toMatchObject(
      problem(401, 'Invalid email or password', 'invalid_login'),
    )
})

test('429: after ten wrong passwords from one address, be the next one right', async () => {
  const address = anAddress()
  await Promise.all(Array.from({ length: 10 }, () => account.logIn(member.email, 'wrong', address)))
  const refused = await account.logIn(member.email, password, address)
  expect(refused).toMatchObject(tooManyAttempts)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
})
