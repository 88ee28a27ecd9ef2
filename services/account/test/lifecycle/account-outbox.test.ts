import type { DataOf } from '@utter/contracts/event'
import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { billingState } from '../../src/consumes/billing-state.ts'
import { webhookState } from '../../src/consumes/webhook-state.ts'
import { anAddress } from '../support/callers.ts'
import { anEmail, openAccount, password } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

/** The notices that are still to be published, which are published by it. */
async function notices(userId: string) {
  const events = (await account.publish(userId)).filter(({ event }) => event.type === 'notice-made')
  return events.map(({ data }) => NoticeMade.data.parse(data) as DataOf<typeof NoticeMade>)
}
const kinds = async (userId: string) => (await notices(userId)).map(({ notice }) => notice)

test('each thing that is done to an account is told once, with what it is about', async () => {
  const owner = await account.member()
  const { userId, address, session, email } = owner
  expect(await notices(userId)).toMatchObject([{ to: email, notice: { kind: 'email-verification' } }])
  expect(await kinds(userId)).toEqual([])

  await account.internal('POST', '/internal/keys', { email, name: 'CI', scopes: [] })
  expect(await kinds(userId)).toEqual([{ kind: 'key-created', name: 'CI' }])

  await account.post('change-password', { password, newPassword: `${password}!` }, { address, identity: session })
  expect(await kinds(userId)).toEqual([{ kind: 'password-changed' }])

  const state = { subscriptionStatus: 'active', signedUpAt: session.signedUpAt } as const
  for (const version of [1, 1]) await account.consume(billingState, userId, version, { ...state, tier: 'pro' })
  expect(await kinds(userId)).toEqual([{ kind: 'plan-changed', from: 'free', to: 'pro' }])

  const webhook = { webhookUrl: 'https://hooks.example.com/a?token=abc' }
  const disabled = { ...webhook, disabledAt: '2026-03-20T12:00:00.000Z', disabledReason: 'gone' } as const
  await account.consume(webhookState, userId, 1, webhook)
  for (const version of [2, 3]) await account.consume(webhookState, userId, version, disabled)
  expect(await kinds(userId)).toEqual([{ kind: 'webhook-disabled', host: 'hooks.example.com', reason: 'gone' }])
})

test('a new address is told to the one before, and is to be verified', async () => {
  const { userId, address, session, email } = await account.member()
  await account.publish(userId)
  const newEmail = anEmail()
  await account.post('update-email', { newEmail, password }, { address, identity: session })
  expect(await notices(userId)).toMatchObject([
    { to: email, notice: { kind: 'email-changed', email: newEmail } },
    { to: newEmail, notice: { kind: 'email-verification' } },
  ])
})

test('a login is told where neither the browser nor the network was seen before', async () => {
  const { userId, address, email } = await account.member()
  const logIn = (from: string, device: string) => account.post('login', { email, password }, { address: from, device })
  await logIn(address, 'one')
  await account.publish(userId)
  const other = anAddress()
  for (const [from, device] of [
    [address, 'one'],
    // The same browser on a journey, and another one at home.
    [anAddress(), 'one'],
    [address, 'two'],
  ] as const)
    await logIn(from, device)
  expect(await kinds(userId)).toEqual([])
  await logIn(other, 'three')
  expect(await kinds(userId)).toMatchObject([{ kind: 'signed-in', address: other }])
})

test('a deleted account is told so at the address that it had, which is not kept longer', async () => {
  const { userId, address, session, email } = await account.member()
  await account.post('delete-account', { password }, { address, identity: session })
  expect(await notices(userId)).toMatchObject([{ cause: 'account-deleted', to: email }])
  expect(JSON.stringify(await account.stored('users', userId))).not.toContain(email)
})

test('a process that died before it published leaves the notice, and the next one publishes it under the same cause', async () => {
  const { userId } = await account.member()
  const user = await account.users.read(userId)
  const [first, second] = [user, user].map((one) => one && account.eventsFor(one).map(({ data }) => data))
  expect(first).toEqual(second)
  expect(await notices(userId)).toHaveLength(1)
})
