import { randomUUID } from 'node:crypto'
import { AccountState } from '@utter/contracts/events/account-state'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-continue'))

const state = { username: 'ada', email: 'ada@example.com', signedUpAt: signedUpAt.toISOString() }
const erase = (userId: string) => lifecycle.handle(AccountState, userId, { ...state, deleted: true })
const signUp = (userId: string, continues: string[]) => lifecycle.handle(AccountState, userId, { ...state, continues })
const speak = (userId: string, continues?: string[]) =>
  submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt, continues })
/** Calls of the plan that are left to an account. */
async function leftOf(userId: string): Promise<number> {
  const { callLimit, used } = await lifecycle.allowance(userId)
  return callLimit - used
}
/** An account that has used all of its hundred calls but so many. */
const deletedWith = async (left: number) => {
  const userId = await lifecycle.account('free', left)
  await erase(userId)
  return userId
}

test('an account whose mailbox had used its calls is refused its first job, whichever of deletion, sign-up and job is handled first', async () => {
  const acts = { erase: (e: string) => erase(e), signUp: (e: string, a: string) => signUp(a, [e]) }
  for (const before of [
    [],
    ['erase'],
    ['signUp'],
    ['erase', 'signUp'],
    ['signUp', 'erase'],
  ] as (keyof typeof acts)[][]) {
    const [earlier, account] = [await lifecycle.account('free', 0), randomUUID()]
    for (const act of before) await acts[act](earlier, account)
    const refused = { status: 402, message: 'API call limit reached' }
    await expect(speak(account, [earlier]), before.join()).rejects.toMatchObject(refused)
    for (const act of ['erase', 'signUp'] as const) if (!before.includes(act)) await acts[act](earlier, account)
    expect([before, await leftOf(account)]).toEqual([before, 0])
  }
})

test('the calls are counted once, though submissions of two processes and the state come at once, and again', async () => {
  const [earlier, account] = [await deletedWith(60), randomUUID()]
  const other = await lifecycle.depsOf(lifecycle.deps)
  await Promise.all([
    signUp(account, [earlier]),
    speak(account, [earlier]),
    submit(other, lifecycle.draft(account), { signedUpAt, continues: [earlier] }),
  ])
  await signUp(account, [earlier])
  expect(await lifecycle.allowance(account)).toMatchObject({ carriedCalls: 40, used: 2, callLimit: 60 })
  await completeAll(lifecycle, account)
  await lifecycle.sweep(account)
  expect(await lifecycle.violationsAtRest(account)).toEqual([])
  expect(await leftOf(account)).toBe(58)
})

test('a request of the deleted account that was let in before takes no call once the next account goes on from it', async () => {
  const [earlier, account] = [randomUUID(), randomUUID()]
  await speak(account, [earlier])
  await expect(speak(earlier)).rejects.toMatchObject({ status: 401 })
  expect(await lifecycle.allowance(earlier)).toMatchObject({ used: 0 })
})

test('an account that was deleted in turn hands on what the ones before it had used, each once', async () => {
  const first = await deletedWith(70)
  const second = randomUUID()
  await speak(second, [first])
  await erase(second)
  // Made and deleted before anything of it was handled.
  const silent = randomUUID()
  const last = randomUUID()
  await speak(last, [first, second, silent])
  expect(await lifecycle.allowance(last)).toMatchObject({ carriedCalls: 31, used: 1 })
})

test('the free month counts and not the paid one: what a plan had before it was bought, and after it ended', async () => {
  const earlier = await lifecycle.account('free', 80)
  const bought = { start: '2026-03-20T13:00:00.000Z', end: '2026-04-20T13:00:00.000Z' }
  lifecycle.goTo(new Date('2026-03-20T14:00:00Z'))
  await states(lifecycle).billing(earlier, 1, { tier: 'starter', ...bought })
  for (let i = 0; i < 3; i++) await speak(earlier)
  const account = randomUUID()
  await signUp(account, [earlier])
  expect(await leftOf(account)).toBe(80)

  await states(lifecycle).billing(account, 1, { tier: 'starter', ...bought })
  const { planCalls, carriedCalls } = await lifecycle.allowance(account)
  expect([planCalls, carriedCalls]).toEqual([5_000, 0])
})

test('an account that has a plan already keeps its calls', async () => {
  const earlier = await deletedWith(0)
  const account = randomUUID()
  await states(lifecycle).billing(account, 1, { tier: 'starter' })
  const before = await leftOf(account)
  await speak(account, [earlier])
  expect(await leftOf(account)).toBe(before - 1)
})

test('with the next month its calls are all there again; the figures of the deleted account are forgotten after a month', async () => {
  const earlier = await deletedWith(0)
  const account = randomUUID()
  await signUp(account, [earlier])
  lifecycle.goTo(new Date('2026-05-02T12:00:00Z'))
  await speak(account, [earlier])
  expect(await leftOf(account)).toBe(99)
  await erase(earlier)
  expect(await lifecycle.deps.allowances.read(earlier)).toBeNull()
})

test('nothing is left of a deleted account but the figures of its calls', async () => {
  const earlier = await lifecycle.account('free')
  await speak(earlier)
  await completeAll(lifecycle, earlier)
  await erase(earlier)
  await lifecycle.sweep(earlier)
  const { active, reserved, backlog, totals, used, closedAt, reconcileAt, recountAt, sumAt } =
    await lifecycle.allowance(earlier)
  expect({ active, reserved, backlog, totals, used }).toEqual({
    ...{ active: [], reserved: [], backlog: false, used: 1 },
    totals: { completed: 0, failed: 0 },
  })
  expect([closedAt !== undefined, reconcileAt, recountAt, sumAt]).toEqual([true, undefined, undefined, undefined])
})
