import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import { monthsAfter } from '@utter/contracts/period'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { accountState } from '../../src/publishes/account-state.ts'
import { anAddress } from '../support/callers.ts'
import { aName, anEmail, openAccount, password, realCode } from '../support/open-account.ts'
import { tooManyAttempts } from '../support/problems.ts'

const account = await closedAfterAll(openAccount({ SIGNUPS_PER_ADDRESS: 2 }))

const text = (length: number) => 'a'.repeat(length)
const longEmail = `a@${Array.from({ length: 5 }, () => text(50)).join('.')}.example`

test('201: the account as its owner sees it, and a session for the gateway', async () => {
  const [username, email] = [`  ${aName()}  `, `  ${anEmail()} `]
  const { status, headers, body } = await account.signUp(anAddress(), { username, email, referralCode: realCode })
  expect(status).toBe(201)
  const { id, createdAt } = body.user
  expect(body).toEqual({
    user: {
      id: expect.any(String),
      username: username.trim(),
      email: email.trim(),
      emailVerifiedAt: null,
      subscriptionTier: 'free',
      subscriptionStatus: 'active',
      apiCallsUsed: 0,
      apiCallsLimit: 100,
      charactersPerCall: 2_000,
      overageCallsUsed: 0,
      overageCost: '0.00',
      billingPeriodStart: createdAt,
      billingPeriodEnd: monthsAfter(new Date(createdAt), 1).toISOString(),
      webhookUrl: null,
      referralCode: null,
      bonusCallsEarned: 0,
      referralCount: 0,
      createdAt,
      updatedAt: createdAt,
    },
  })
  const token = String(headers[sessionHeader])
  expect(await account.credentials.resolve(hashOf(token))).toMatchObject({ userId: id, tier: 'free', version: 1 })
  expect(account.relayed.at(-1)).toMatchObject({ _id: id, referredBy: realCode, unpublishedSince: expect.any(Date) })
})

test('201: unknown fields are left out, and an empty code is none', async () => {
  const { status, body } = await account.signUp(anAddress(), { subscriptionTier: 'enterprise', referralCode: '' })
  expect([status, body.user.subscriptionTier]).toEqual([201, 'free'])
  expect(await account.users.read(body.user.id)).not.toHaveProperty('referredBy')
})

test('201: the browser goes with the account to its consumers', async () => {
  const { body } = await account.post(
    'signup',
    { username: aName(), email: anEmail(), password },
    { address: anAddress(), device: 'd' },
  )
  const user = account.relayed.at(-1)
  expect(user).toMatchObject({ _id: body.user.id, device: 'd' })
  expect(user && accountState(user).data).toMatchObject({ device: 'd' })
})

test('201: the session that came with it ends', async () => {
  const { userId, address, session } = await account.member()
  const body = { username: aName(), email: anEmail(), password }
  expect((await account.post('signup', body, { address, identity: session })).status).toBe(201)
  expect(await account.tokens.ofUser(userId)).toEqual([])
})

test.each<[Record<string, unknown>, string, string]>([
  [{ username: undefined }, 'username', 'Username must be at least 3 characters'],
  [{ username: null }, 'username', 'Username must be at least 3 characters'],
  [{ username: 123 }, 'username', 'Username must be at least 3 characters'],
  [{ username: ' ab ' }, 'username', 'Username must be at least 3 characters'],
  [{ username: text(101) }, 'username', 'Username must be at most 100 characters'],
  [{ username: '<script>' }, 'username', 'Username may have letters, digits, spaces and . _ - only'],
  [{ email: undefined }, 'email', 'Invalid email address'],
  [{ email: 'nonsense' }, 'email', 'Invalid email address'],
  [{ email: 7 }, 'email', 'Invalid email address'],
  [{ email: longEmail }, 'email', 'Email must be at most 255 characters'],
  [{ email: { $gt: '' } }, 'email.$gt', 'The field email.$gt is not allowed'],
  [{ password: undefined }, 'password', 'Password must be at least 8 characters'],
  [{ password: text(7) }, 'password', 'Password must be at least 8 characters'],
  [{ password: '😀'.repeat(7) }, 'password', 'Password must be at least 8 characters'],
  [{ password: text(129) }, 'password', 'Password must be at most 128 characters'],
  [{ referralCode: 7 }, 'referralCode', 'Invalid referral code'],
  [{ referralCode: text(21) }, 'referralCode', 'Invalid referral code'],
  [{ referralCode: 'NOBODYS' }, 'referralCode', 'Invalid referral code'],
])('400: %j', async (change, field, sentence) => {
  expect(await account.signUp(anAddress(), change)).toMatchObject(invalid(field, sentence))
})

test.each([[[]], ['text'], [7]])('400: %j in place of an object', async (body) => {
  expect(await account.post('signup', body, { address: anAddress() })).toMatchObject(
    invalid('body', 'The body must be a JSON object'),
  )
})

describe('a user name', () => {
  test.each([
    ['Ada Lovelace', 201],
    ['ada.l_o-v 1815', 201],
    ['Ångström Ж', 201],
    ['हिन्दी', 201],
    ['\u200b\u200b\u200b', 400],
    ['\u3164\u3164\u3164', 400],
    ['\uffa0\uffa0\uffa0', 400],
    ['a\nb\nc', 400],
    ['a\0bc', 400],
    ['abc\u202edef', 400],
    ['abc\u001b[31m', 400],
    ['ab\u00adcd', 400],
    ['a\ufe0fbc', 400],
  ])('%j: %i', async (username, status) => {
    const answer = await account.signUp(anAddress(), { username })
    expect([answer.status, answer.body.details?.[0]?.field]).toEqual([status, status === 400 ? 'username' : undefined])
  })
})

test.each<[string, (taken: { username: string; email: string }) => Record<string, unknown>, 'username' | 'email']>([
  ['a name', ({ username }) => ({ username }), 'username'],
  ['an email', ({ email }) => ({ email }), 'email'],
  ['a name in another case', ({ username }) => ({ username: username.toUpperCase() }), 'username'],
  ['an email in another case', ({ email }) => ({ email: email.toUpperCase() }), 'email'],
  ['both', ({ username, email }) => ({ username, email }), 'username'],
])('409: %s that another account has', async (_what, change, field) => {
  const sentence = { username: 'Username already taken', email: 'Email already registered' }[field]
  const { status, body } = await account.signUp(anAddress(), change(await account.member()))
  expect({ status, body }).toMatchObject(problem(409, sentence, `${field}_taken`))
  expect(body.details).toEqual([{ field, message: sentence }])
})

test('429: more sign-ups from one address than it may make in an hour', async () => {
  const address = anAddress()
  for (let i = 0; i < 2; i++) expect((await account.signUp(address)).status).toBe(201)
  const refused = await account.signUp(address)
  expect(refused).toMatchObject(tooManyAttempts)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
})
