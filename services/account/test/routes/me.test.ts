import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { notLoggedIn } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { billingState } from '../../src/consumes/billing-state.ts'
import { callerToken } from '../support/callers.ts'
import { openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())
const member = await account.member()

const me = (token: string | undefined) => account.request('GET', '/api/auth/me', token)
/** The member, by a key with these scopes in place of the session. */
const byKey = (scopes: ('jobs:read' | 'usage:read')[]) => {
  const { sessionId: _none, ...rest } = member.session
  return callerToken({ address: member.address, identity: { ...rest, keyId: randomUUID(), scopes } })
}

test('200: the account, with the calls that jobs has counted', async () => {
  const { userId: id, username, email, address, session } = member
  const { status, body } = await me(callerToken({ address, identity: session }))
  expect(status).toBe(200)
  expect(body.user).toMatchObject({
    id,
    username,
    email,
    subscriptionTier: 'free',
    apiCallsUsed: 7,
    apiCallsLimit: 100,
    overageCallsUsed: 2,
    overageCost: '0.08',
    billingPeriodStart: '2026-03-20T12:00:00.000Z',
    billingPeriodEnd: '2026-04-20T12:00:00.000Z',
  })
  expect(body.user).not.toHaveProperty('passwordHash')
})

test('200: when the plan ends, which one follows, or that the operator set it, as long as that is so', async () => {
  const { userId, address, session } = await account.member()
  const state = { tier: 'pro', subscriptionStatus: 'canceled', signedUpAt: '2026-01-15T09:00:00.000Z' } as const
  const cancelAt = '2026-04-20T12:00:00.000Z'
  const user = async () => (await me(callerToken({ address, identity: session }))).body.user
  expect(await user()).not.toHaveProperty('cancelAt')
  await account.consume(billingState, userId, 1, { ...state, cancelAt })
  expect(await user()).toMatchObject({ subscriptionTier: 'pro', subscriptionStatus: 'canceled', cancelAt })
  await account.consume(billingState, userId, 2, { ...state, subscriptionStatus: 'active', nextTier: 'starter' })
  const lowered = await user()
  expect(lowered).toMatchObject({ subscriptionStatus: 'active', nextTier: 'starter' })
  expect(lowered).not.toHaveProperty('cancelAt')
  await account.consume(billingState, userId, 3, { ...state, subscriptionStatus: 'active' })
  expect(await user()).not.toHaveProperty('nextTier')
  await account.consume(billingState, userId, 4, { ...state, subscriptionStatus: 'active', setBy: 'operator' })
  expect(await user()).toMatchObject({ planSetBy: 'operator' })
  await account.consume(billingState, userId, 5, { ...state, subscriptionStatus: 'active' })
  expect(await user()).not.toHaveProperty('planSetBy')
})

test('200: for an API key that may read the usage', async () => {
  expect(await me(byKey(['usage:read']))).toMatchObject({ status: 200, body: { user: { id: member.userId } } })
})

test('401: an account that is no longer there', async () => {
  const token = callerToken({ address: member.address, identity: { ...member.session, userId: randomUUID() } })
  expect(await me(token)).toMatchObject(notLoggedIn)
})
