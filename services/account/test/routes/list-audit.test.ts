import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { billingState } from '../../src/consumes/billing-state.ts'
import { auditEntry } from '../../src/domain/audit-entry.ts'
import { anEntry } from '../support/an-entry.ts'
import { anAddress, callerToken } from '../support/callers.ts'
import { type Account, anEmail, openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

type Member = Awaited<ReturnType<Account['member']>>
const list = ({ address, session }: Member, query = '') =>
  account.request('GET', `/api/auth/audit${query}`, callerToken({ address, identity: session }))
const newPassword = 'another long password'

test('200: what was done to the account, newest first, by whom and from where', async () => {
  const owner = await account.member()
  const { userId, email, address } = owner
  const [far, newEmail] = [anAddress(), anEmail()]
  const post = (path: string, body: unknown) => account.post(path, body, { address, identity: owner.session })
  await account.logIn(email, 'wrong', far)
  await account.logIn(email, password, far)
  await post('change-password', { password, newPassword })
  await account.internal('PUT', '/internal/rates', { email, rate: 77 })
  await account.consume(billingState, userId, 1, {
    tier: 'pro',
    subscriptionStatus: 'active',
    signedUpAt: owner.session.signedUpAt,
    setBy: 'operator',
  })
  await post('update-email', { newEmail, password: newPassword })
  await account.request('DELETE', '/api/auth/sessions', callerToken({ address, identity: owner.session }))
  const { body } = await account.internal('POST', '/internal/password-resets', { email: newEmail })
  const token = new URL(body.url).searchParams.get('reset')
  await account.post('reset-password', { token, password }, { address: far })

  const answer = await list(owner)
  expect(answer.status).toBe(200)
  expect(answer.headers.link).toBeUndefined()
  const at = expect.any(String)
  expect(answer.body).toEqual([
    { at, actor: 'visitor', address: far, action: 'password-reset', target: null },
    { at, actor: 'operator', address: null, action: 'reset-link-created', target: null },
    { at, actor: 'owner', address, action: 'other-sessions-ended', target: null },
    { at, actor: 'owner', address, action: 'email-changed', target: newEmail },
    { at, actor: 'operator', address: null, action: 'plan-set', target: 'pro' },
    { at, actor: 'operator', address: null, action: 'rate-set', target: '77' },
    { at, actor: 'owner', address, action: 'password-changed', target: null },
    { at, actor: 'owner', address: far, action: 'logged-in', target: 'lightMyRequest' },
    { at, actor: 'visitor', address: far, action: 'login-failed', target: 'lightMyRequest' },
    { at, actor: 'owner', address, action: 'signed-up', target: null },
  ])
})

test('wrong passwords of one network in an hour are one row, with their number and the last one', async () => {
  const owner = await account.member()
  const [guesser, other] = [anAddress(), anAddress()]
  const failures = async () =>
    (await list(owner)).body.filter(({ action }: { action: string }) => action === 'login-failed')
  for (let i = 0; i < 5; i++) await account.logIn(owner.email, 'wrong', guesser)
  await account.logIn(owner.email, 'wrong', other)
  await expect.poll(async () => (await failures()).length).toBe(2)
  await expect.poll(async () => (await failures())[1].count).toBe(5)
  const [once, often] = await failures()
  const row = { at: expect.any(String), actor: 'visitor', action: 'login-failed', target: 'lightMyRequest' }
  expect([once, often]).toEqual([
    { ...row, address: other },
    { ...row, address: guesser, count: 5, lastAt: expect.any(String) },
  ])
  expect(Date.parse(often.lastAt)).toBeGreaterThan(Date.parse(often.at))
})

test('a list without failed log-ins has what the owner did, on every page', async () => {
  const owner = await account.member()
  const from = anAddress()
  await account.logIn(owner.email, 'wrong', from)
  await account.logIn(owner.email, password, from)
  // As a version before recorded one.
  const failed = auditEntry(owner.userId, { action: 'login-failed', actor: 'visitor' }, new Date())
  await account.entries.add([failed])
  await expect.poll(async () => (await list(owner)).body.length).toBe(4)
  const first = await list(owner, '?failedLogins=false&limit=1')
  const next = /<\/api\/auth\/audit(\?[^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const rest = await list(owner, next)
  expect([...first.body, ...rest.body].map(({ action }) => action)).toEqual(['logged-in', 'signed-up'])
})

test('sessions that are ended one by one, and a logout, are there with their client', async () => {
  const owner = await account.member()
  const { userId, email, address, session } = owner
  await account.logIn(email, password, address)
  const token = callerToken({ address, identity: session })
  await account.request('DELETE', `/api/auth/sessions/${(await account.sessionOf(userId)).sessionId}`, token)
  await account.request('POST', '/api/auth/logout', token)
  expect((await list(owner)).body.slice(0, 2)).toMatchObject([
    { action: 'logged-out', actor: 'owner', target: 'lightMyRequest' },
    { action: 'session-ended', actor: 'owner', target: 'lightMyRequest' },
  ])
})

test('keys are there by their names, made, rerolled and revoked, by their owner or the operator', async () => {
  const owner = await account.member()
  const { address } = owner
  const token = callerToken({ address, identity: owner.session })
  const made = await account.request('POST', '/api/keys', token, { name: 'my laptop', scopes: ['jobs:read'] })
  await account.request('POST', `/api/keys/${made.body.id}/reroll`, token, {})
  await account.request('DELETE', `/api/keys/${made.body.id}`, token)
  const { email } = owner
  const { id } = (await account.internal('POST', '/internal/keys', { email, name: 'theirs', scopes: [] })).body
  await account.internal('DELETE', `/internal/keys/${id}?email=${email}`)
  expect((await list(owner)).body.slice(0, 5)).toMatchObject([
    { actor: 'operator', address: null, action: 'key-revoked', target: 'theirs' },
    { actor: 'operator', address: null, action: 'key-created', target: 'theirs' },
    { actor: 'owner', address, action: 'key-revoked', target: 'my laptop' },
    { actor: 'owner', address, action: 'key-rerolled', target: 'my laptop' },
    { actor: 'owner', address, action: 'key-created', target: 'my laptop' },
  ])
})

test('a change whose process died before its entry was moved is there all the same, once', async () => {
  const owner = await account.member()
  await account.users.setRate(owner.userId, 5, anEntry(owner.userId))
  const [first, second] = [await list(owner), await list(owner)]
  const changes = ({ body }: typeof first) =>
    body.filter(({ action }: { action: string }) => action === 'password-changed').length
  expect([changes(first), changes(second)]).toEqual([1, 1])
  await account.publish(owner.userId)
  expect((await account.users.read(owner.userId))?.unrecorded).toEqual([])
  expect(changes(await list(owner))).toBe(1)
})

test('a plan that was published again is there once, and a sign-up’s free plan not at all', async () => {
  const owner = await account.member()
  const state = { subscriptionStatus: 'active', signedUpAt: owner.session.signedUpAt } as const
  for (const [version, tier] of [
    [1, 'free'],
    [2, 'pro'],
    [2, 'pro'],
    [1, 'free'],
  ] as const)
    await account.consume(billingState, owner.userId, version, { ...state, tier })
  const { body } = await list(owner)
  expect(body.filter(({ action }: { action: string }) => action === 'plan-set')).toEqual([
    { at: expect.any(String), actor: 'billing', address: null, action: 'plan-set', target: 'pro' },
  ])
})

test('a page leads to the next one, and entries of one millisecond are on one of them each', async () => {
  const owner = await account.member()
  const at = new Date('2026-01-01T00:00:00Z')
  await account.entries.add(Array.from({ length: 5 }, () => anEntry(owner.userId, at)))
  const found: unknown[] = []
  let query: string | undefined = '?limit=2'
  for (let pages = 0; query !== undefined && pages < 10; pages++) {
    const { body, headers } = await list(owner, query)
    found.push(...body)
    query = /<\/api\/auth\/audit(\?[^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  }
  expect(found).toHaveLength(6)
})

test('entries are kept for 180 days, and those of another account are not shown', async () => {
  const [owner, another] = [await account.member(), await account.member()]
  const daysAgo = (days: number) => anEntry(owner.userId, new Date(Date.now() - days * 24 * 3_600_000))
  await account.entries.add([daysAgo(179), daysAgo(181), anEntry(another.userId)])
  await account.audit.removeOld()
  expect((await list(owner)).body).toHaveLength(2)
})

test.each([
  ['?limit=0', 'limit', 'limit must be at least 1'],
  ['?limit=101', 'limit', 'limit must be at most 100'],
  ['?limit=many', 'limit', 'limit must be a number'],
  ['?failedLogins=no', 'failedLogins', 'failedLogins must be true or false'],
  ['?cursor=nonsense', 'cursor', 'cursor is not one of ours'],
  ['?cursor=a&cursor=b', 'cursor', 'cursor must be given once'],
])('400: %s', async (query, field, sentence) => {
  expect(await list(await account.member(), query)).toMatchObject(invalid(field, sentence))
})
