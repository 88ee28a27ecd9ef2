import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { anEntry } from '../support/an-entry.ts'
import { anAddress, callerToken } from '../support/callers.ts'
import { anEmail, openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const newPassword = 'another long password'
const linkIsOver = invalid('token', 'This link is no longer valid')
const reset = (body: unknown) => account.post('reset-password', body, { address: anAddress() })
/** The token of a new link. */
async function aLink(email: string): Promise<string> {
  const { body } = await account.internal('POST', '/internal/password-resets', { email })
  return new URL(body.url).searchParams.get('reset') ?? ''
}

test('200: the new password logs in, the old one does not, and every session and API key ends', async () => {
  const { userId, email } = await account.member()
  await account.logIn(email, password, anAddress())
  await account.internal('POST', '/internal/keys', { email, name: 'k', scopes: [] })
  const before = await account.tokens.ofUser(userId)
  const answer = await reset({ token: await aLink(email), password: newPassword })
  expect([answer.status, answer.body]).toEqual([200, { message: 'Password changed' }])
  expect(await account.tokens.ofUser(userId)).toEqual([])
  for (const { _id } of before) expect(await account.redis.get(credentialKey(_id))).toBe(revokedMark)
  expect((await account.logIn(email, password, anAddress())).status).toBe(401)
  expect((await account.logIn(email, newPassword, anAddress())).status).toBe(200)
})

test('a link works once, and of two uses at once one', async () => {
  const { email } = await account.member()
  const token = await aLink(email)
  const answers = await Promise.all([1, 2].map((which) => reset({ token, password: `password ${which}` })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await reset({ token, password: newPassword })).toMatchObject(linkIsOver)
})

test('a link is over after its hour, once a newer one is made, and once the password is changed', async () => {
  const { email, address, session } = await account.member()
  const first = await aLink(email)
  const second = await aLink(email)
  expect(await reset({ token: first, password: newPassword })).toMatchObject(linkIsOver)
  const hash = hashOf(second)
  expect(await account.users.findReset(hash, new Date(Date.now() + 3_599_000))).not.toBeNull()
  expect(await account.users.findReset(hash, new Date(Date.now() + 3_600_001))).toBeNull()
  expect(await account.users.resetPassword(hash, 'x', anEntry('', new Date(Date.now() + 3_600_001)))).toBeNull()
  await account.post('change-password', { password, newPassword }, { address, identity: session })
  expect(await reset({ token: second, password: newPassword })).toMatchObject(linkIsOver)
})

test.each([
  ['the email is changed', 'POST', 'update-email', () => ({ newEmail: anEmail(), password })],
  ['the other sessions are ended', 'DELETE', 'sessions', () => undefined],
] as [string, 'POST' | 'DELETE', string, () => unknown][])(
  'a link is over once %s',
  async (_name, method, path, body) => {
    const { email, address, session: identity } = await account.member()
    const token = await aLink(email)
    const caller = callerToken({ address, identity })
    expect((await account.request(method, `/api/auth/${path}`, caller, body())).status).toBe(200)
    expect(await reset({ token, password: newPassword })).toMatchObject(linkIsOver)
  },
)

test('a password that is refused leaves the link as it was', async () => {
  const { email } = await account.member()
  const token = await aLink(email)
  expect(await reset({ token, password: 'short' })).toMatchObject(
    invalid('password', 'Password must be at least 8 characters'),
  )
  expect((await reset({ token, password: newPassword })).status).toBe(200)
})

test.each<[unknown, string, string]>([
  [{ password: newPassword }, 'token', 'This link is no longer valid'],
  [{ token: 7, password: newPassword }, 'token', 'This link is no longer valid'],
  [{ token: '', password: newPassword }, 'token', 'This link is no longer valid'],
  [{ token: 'x'.repeat(201), password: newPassword }, 'token', 'This link is no longer valid'],
  [{ token: { $gt: '' }, password: newPassword }, 'token.$gt', 'The field token.$gt is not allowed'],
  [{ token: 'x' }, 'password', 'Password must be at least 8 characters'],
  [{ token: 'x', password: 'a'.repeat(129) }, 'password', 'Password must be at most 128 characters'],
  [[], 'body', 'The body must be a JSON object'],
])('400: %j', async (body, field, sentence) => {
  expect(await reset(body)).toMatchObject(invalid(field, sentence))
})
