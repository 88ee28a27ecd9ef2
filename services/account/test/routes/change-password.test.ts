import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { anEntry } from '../support/an-entry.ts'
import { anAddress, callerToken } from '../support/callers.ts'
import { anEmail, openAccount, password } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount({ LOGIN_FAILURES_PER_NAME: 3 }))
const member = await account.member()

const newPassword = 'another long password'
const change = (body: unknown, { address, session } = member) =>
  account.post('change-password', body, { address, identity: session })
const wrong = problem(401, 'Invalid password', 'invalid_password')

test('200: the new password logs in and the old one does not, and the other sessions end', async () => {
  const owner = await account.member()
  await account.logIn(owner.email, password, anAddress())
  const answer = await change({ password, newPassword }, owner)
  expect([answer.status, answer.body]).toEqual([200, { message: 'Password changed' }])
  expect((await account.tokens.ofUser(owner.userId)).map(({ id }) => id)).toEqual([owner.session.sessionId])
  expect((await account.logIn(owner.email, password, anAddress())).status).toBe(401)
  expect((await account.logIn(owner.email, newPassword, anAddress())).status).toBe(200)
})

test('the API keys of the account end with it where that is asked for, at once, and the audit says so', async () => {
  const owner = await account.member()
  const made = await account.internal('POST', '/internal/keys', { email: owner.email, name: 'k', scopes: [] })
  const hash = hashOf(made.body.key)
  expect((await change({ password, newPassword, revokeKeys: true }, owner)).status).toBe(200)
  expect(await account.credentials.resolve(hash)).toBeNull()
  expect(await account.redis.get(credentialKey(hash))).toBe(revokedMark)
  const rows = await account.request(
    'GET',
    '/api/auth/audit',
    callerToken({ address: owner.address, identity: owner.session }),
  )
  expect(rows.body[0]).toMatchObject({ action: 'password-changed', target: 'all API keys ended' })
})

test('keys that the account has ended are worth nothing when the process died before they were marked', async () => {
  const owner = await account.member()
  const made = await account.internal('POST', '/internal/keys', { email: owner.email, name: 'k', scopes: [] })
  const user = await account.users.read(owner.userId)
  const ends = { keptSession: undefined, revokeKeys: true }
  if (user) await account.users.changePassword(user, 'a new hash', ends, anEntry(owner.userId))
  expect(await account.credentials.resolve(hashOf(made.body.key))).toBeNull()
})

test('the API keys of the account stay otherwise', async () => {
  const owner = await account.member()
  const { key } = (await account.internal('POST', '/internal/keys', { email: owner.email, name: 'k', scopes: [] })).body
  await change({ password, newPassword }, owner)
  expect(key).toMatch(/^utter_/)
  expect(await account.tokens.keysOf(owner.userId)).toHaveLength(1)
})

test('another session is over when the process died before it was removed', async () => {
  const owner = await account.member()
  await account.logIn(owner.email, password, anAddress())
  const hashes = await account.tokens.ofUser(owner.userId)
  const user = await account.users.read(owner.userId)
  const ends = { keptSession: owner.session.sessionId, revokeKeys: false }
  if (user) await account.users.changePassword(user, 'a new hash', ends, anEntry(owner.userId))
  const resolved = await Promise.all(hashes.map(({ _id }) => account.credentials.resolve(_id)))
  expect(resolved.flatMap((one) => one?.sessionId ?? [])).toEqual([owner.session.sessionId])
})

test('a login that compared the old password a moment before gets no session', async () => {
  const owner = await account.member()
  const asCompared = await account.users.read(owner.userId)
  await change({ password, newPassword }, owner)
  expect(asCompared && (await account.credentials.openSession(asCompared, {}))).toBeNull()
  expect(await account.tokens.ofUser(owner.userId)).toHaveLength(1)
})

test('of two changes at once one is made', async () => {
  const owner = await account.member()
  const answers = await Promise.all(
    ['the first of two', 'the second of two'].map((newPassword) => change({ password, newPassword }, owner)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test.each<[unknown, string, string]>([
  [{ newPassword }, 'password', 'Password is required for verification'],
  [{ password: '', newPassword }, 'password', 'Password is required for verification'],
  [{ password }, 'newPassword', 'Password must be at least 8 characters'],
  [{ password, newPassword: 'a'.repeat(7) }, 'newPassword', 'Password must be at least 8 characters'],
  [{ password, newPassword: 'a'.repeat(129) }, 'newPassword', 'Password must be at most 128 characters'],
  [{ password: { $gt: '' }, newPassword }, 'password.$gt', 'The field password.$gt is not allowed'],
  [{ password, newPassword, revokeKeys: 'yes' }, 'revokeKeys', 'revokeKeys must be true or false'],
  [[], 'body', 'The body must be a JSON object'],
])('400: %j', async (body, field, sentence) => {
  expect(await change(body)).toMatchObject(invalid(field, sentence))
})

test('401: a wrong password; 429 after so many of them, counted together with those at update-email', async () => {
  const guessed = await account.member()
  for (let i = 0; i < 2; i++) expect(await change({ password: 'wrong', newPassword }, guessed)).toMatchObject(wrong)
  const body = { newEmail: anEmail(), password: 'wrong' }
  const { address, session: identity } = guessed
  expect(await account.post('update-email', body, { address, identity })).toMatchObject(wrong)
  expect(await change({ password, newPassword }, guessed)).toMatchObject(tooManyAttempts)
})
