import { type Credential, credentialKey } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callerToken } from '../support/callers.ts'
import { openAccount, password } from '../support/open-account.ts'
import { newKey } from '../support/open-key-owner.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount({ LOGIN_FAILURES_PER_NAME: 3 }))
const overAt = () => new Date(Date.now() - 16 * 60_000).toISOString()

type Member = Awaited<ReturnType<typeof account.member>>
const verify = ({ address, session }: Member, body: unknown) =>
  account.post('verify-password', body, { address, identity: session })
const makeKey = ({ address }: Member, session: Member['session']) =>
  account.request('POST', '/api/keys', callerToken({ address, identity: session }), newKey())

test('200: a session that is no longer fresh makes a key again, and gateways know of it at once', async () => {
  const owner = await account.member()
  const stale = { ...owner.session, verifiedAt: overAt() }
  expect(await makeKey(owner, stale)).toMatchObject(
    problem(403, 'Give your password again to go on', 'password_required'),
  )
  const before = Date.now()
  expect(await verify(owner, { password })).toMatchObject({ status: 200, body: { message: 'Password verified' } })
  const [token] = await account.tokens.ofUser(owner.userId)
  const copy = JSON.parse((await account.redis.get(credentialKey(token?._id ?? ''))) ?? '') as Credential
  expect(Date.parse(copy.verifiedAt ?? '')).toBeGreaterThanOrEqual(before)
  expect((await makeKey(owner, await account.sessionOf(owner.userId))).status).toBe(201)
})

test('a session that was opened before it was noted is not fresh', async () => {
  const owner = await account.member()
  const { verifiedAt: _none, ...older } = owner.session
  expect((await makeKey(owner, older)).status).toBe(403)
})

test('401: a wrong password, and 429 after so many; the session is no fresher', async () => {
  const owner = await account.member()
  const before = await account.sessionOf(owner.userId)
  for (let i = 0; i < 3; i++)
    expect(await verify(owner, { password: 'wrong' })).toMatchObject(
      problem(401, 'Invalid password', 'invalid_password'),
    )
  expect(await verify(owner, { password })).toMatchObject(tooManyAttempts)
  expect(await account.sessionOf(owner.userId)).toEqual(before)
})

test.each<[unknown, string, string]>([
  [{}, 'password', 'Password is required for verification'],
  [{ password: '' }, 'password', 'Password is required for verification'],
  [[], 'body', 'The body must be a JSON object'],
])('400: %j', async (body, field, sentence) => {
  expect(await verify(await account.member(), body)).toMatchObject(invalid(field, sentence))
})
