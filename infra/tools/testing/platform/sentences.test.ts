import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { beforeAll, expect, test } from 'vitest'

const { url } = ownPlatform()
const password = 'a long password'
let customer: Customer
/** Accounts whose calls, or whose requests of a minute, are used up. */
let spent: Customer
let hasty: Customer

beforeAll(async () => {
  const operator = await testOperator()
  const signUp = () => Customer.signUp(url, { password })
  ;[customer, spent, hasty] = await Promise.all([signUp(), signUp(), signUp()])
  await operator.setCalls(spent.email, 100)
  await operator.setRate(hasty.email, 1)
  await hasty.speak('The only one of this minute.')
})

const by = (who: () => Customer) => (method: string, path: string, body?: unknown) => () =>
  who().request(method, path, { body })
const asVisitor = by(() => new Customer(url))
const asCustomer = by(() => customer)

const person = { username: 'somebody', email: 'somebody@example.com', password }
const signUp = (change: object) => asVisitor('POST', '/api/auth/signup', { ...person, ...change })
const logIn = (change: object) => asVisitor('POST', '/api/auth/login', { email: person.email, password, ...change })
const changeEmail = (change: object) =>
  asCustomer('POST', '/api/auth/update-email', { newEmail: 'other@example.com', password, ...change })
const job = { userText: 'Good morning.', requestId: 'a request', voiceId: 'default' }
const submit = (change: object) => asCustomer('POST', '/api/tts', { ...job, ...change })
const reply = (change: object) => asCustomer('POST', '/api/reply', { ...job, ...change })
const settings = (ttsSettings: object) => submit({ ttsSettings })
const makeKey = (change: object) => asCustomer('POST', '/api/keys', { name: 'a key', scopes: ['jobs:read'], ...change })
const spendingLimit = (dollars: unknown) => asCustomer('PUT', '/api/usage/spending-limit', { dollars })

test.each([
  ['Username must be at least 3 characters', 400, signUp({ username: 'ab' })],
  ['Invalid email address', 400, signUp({ email: 'nobody' })],
  ['Password must be at least 8 characters', 400, signUp({ password: 'short' })],
  ['Invalid referral code', 400, signUp({ referralCode: 'NOBODYS' })],
  ['Invalid email address', 400, logIn({ email: 'nobody' })],
  ['Password is required', 400, logIn({ password: '' })],
  ['Invalid email or password', 401, logIn({ password: 'not the password' })],
  ['Invalid email address', 400, changeEmail({ newEmail: 'nobody' })],
  ['Password is required for verification', 400, changeEmail({ password: '' })],
  ['Invalid password', 401, changeEmail({ password: 'not the password' })],
  ['User text is required', 400, submit({ userText: '' })],
  ['User text is required', 400, reply({ userText: '   ' })],
  ['Request ID is required', 400, submit({ requestId: undefined })],
  ['Voice ID is required', 400, submit({ voiceId: '' })],
  ['Webhook URL must be a valid URL', 400, submit({ webhookUrl: 'nowhere' })],
  ['stability must be between 0 and 1', 400, settings({ stability: 1.01 })],
  ['similarityBoost must be between 0 and 1', 400, settings({ similarityBoost: -0.01 })],
  ['style must be between 0 and 1', 400, settings({ style: 'much' })],
  ['API call limit reached', 402, by(() => spent)('POST', '/api/tts', job)],
  ['Rate limit exceeded', 429, by(() => hasty)('POST', '/api/tts', job)],
  ['Not logged in', 401, asVisitor('POST', '/api/tts', job)],
  // Actions of an owner on the account.
  [
    'Invalid password',
    401,
    asCustomer('POST', '/api/auth/change-password', { password: 'not the password', newPassword: 'another password' }),
  ],
  [
    'Password must be at least 8 characters',
    400,
    asCustomer('POST', '/api/auth/change-password', { password, newPassword: 'short' }),
  ],
  ['This link is no longer valid', 400, asVisitor('POST', '/api/auth/reset-password', { token: 'none', password })],
  ['Invalid password', 401, asCustomer('POST', '/api/auth/delete-account', { password: 'not the password' })],
  ['Name is required', 400, makeKey({ name: '' })],
  ['Name must be at most 100 characters', 400, makeKey({ name: 'n'.repeat(101) })],
  ['scopes must be one or more of jobs:write, jobs:read, usage:read', 400, makeKey({ scopes: [] })],
  ['expiresAt must lie in the future', 400, makeKey({ expiresAt: '2020-01-01T00:00:00.000Z' })],
  ['networks must be at most 20 addresses or CIDR ranges', 400, makeKey({ networks: ['somewhere'] })],
  ['rate must be a whole number from 1', 400, makeKey({ rate: 0 })],
  ['monthlyCap must be a whole number from 1', 400, makeKey({ monthlyCap: 1.5 })],
  [
    'overlapSeconds must be between 0 and 604800',
    400,
    asCustomer('POST', '/api/keys/a/reroll', { overlapSeconds: 604_801 }),
  ],
  ['dollars must be between 0 and 10,000', 400, spendingLimit(10_001)],
  ['This plan has no overage', 409, spendingLimit(10)],
])('%s (%i)', async (sentence, status, ask) => {
  const answer = await ask()
  expect([answer.status, answer.body]).toMatchObject([status, { error: sentence }])
  expect(Object.keys(answer.body as object)).toEqual(expect.arrayContaining(['error', 'code', 'requestId']))
})

test('Invalid voice ID: the job fails with it', async () => {
  const failed = await customer.finished(jobIdOf(await customer.speak('Good morning.', { voiceId: 'nobody' })))
  expect(failed).toMatchObject({ status: 'failed', error: 'Invalid voice ID', code: 'invalid_voice' })
})
