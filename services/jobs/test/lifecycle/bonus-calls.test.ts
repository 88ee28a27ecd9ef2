import { randomUUID } from 'node:crypto'
import { StepFailed } from '@utter/contracts/events/step-failed'
import type { TierName } from '@utter/contracts/plans'
import { isTransient } from '@utter/runtime/is-transient'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { changeSpendingLimit } from '../../src/lifecycle/change-spending-limit.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete, completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-bonus-calls'))

const start = new Date('2026-03-20T12:00:00Z')
const nextMonth = new Date('2026-04-15T09:00:00Z')
const monthAfter = new Date('2026-05-15T09:00:00Z')

/** An account with so many calls of its plan left, and bonus calls past them. */
async function accountWith(bonus: number, planLeft: number, tier: TierName = 'free'): Promise<string> {
  lifecycle.goTo(start)
  const userId = await lifecycle.account(tier)
  const { planCalls = 0 } = await lifecycle.allowance(userId)
  const used = planCalls - planLeft
  await lifecycle.deps.allowances.change({ _id: userId }, { $set: { used, adjustment: used } })
  await states(lifecycle).bonus(userId, 1, bonus)
  return userId
}
const submitMany = async (userId: string, count: number) =>
  (await lifecycle.submitMany(userId, count)).map(({ _id }) => _id)
/** A worker's report that the job has failed, through no fault of its text. */
const fail = (userId: string, jobId: string) =>
  lifecycle.handle(StepFailed, userId, {
    jobId,
    attempt: 1,
    stage: 'speech',
    code: 'vendor_failed',
    error: 'It failed',
  })
/** Completes what is left, and finds nothing amiss. @returns bonus calls that are left */
async function rest(userId: string): Promise<number> {
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  const { bonusEarned = 0, bonusSpent = 0 } = await lifecycle.allowance(userId)
  return bonusEarned - bonusSpent
}

describe('a hundred submissions at once', () => {
  const atOnce = async (userId: string) => {
    const all = Array.from({ length: 100 }, () => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt }))
    const answers = await Promise.allSettled(all)
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.message as string] : []))
    expect(new Set(refused).size).toBe(1)
    return { accepted: 100 - refused.length, sentence: refused[0] }
  }

  test('at the end of a bonus balance: exactly as many are accepted as it has', async () => {
    const userId = await accountWith(7, 3)
    expect(await atOnce(userId)).toEqual({ accepted: 10, sentence: 'API call limit reached' })
    expect(await rest(userId)).toBe(7)
    expect((await lifecycle.allowance(userId)).used).toBe(107)
  })

  test('at the end of a spending limit: exactly as many are accepted as it pays for', async () => {
    const userId = await accountWith(4, 2, 'starter')
    await changeSpendingLimit(lifecycle.deps, userId, 280)
    // 2 of the plan, 4 bonus calls, and 7 for 28 cents.
    expect(await atOnce(userId)).toEqual({ accepted: 13, sentence: 'Spending limit reached' })
    await rest(userId)
    expect((await lifecycle.allowance(userId)).used).toBe(5_011)
  })
})

describe('bonus calls', () => {
  test('that are taken back while one is used: that one stays', async () => {
    const userId = await accountWith(50, 0)
    const { allowances } = lifecycle.deps
    let isFirst = true
    const read = async (id: string) => {
      const found = await allowances.read(id)
      if (isFirst) {
        isFirst = false
        await submitMany(userId, 1)
      }
      return found
    }
    await states(lifecycle, { ...lifecycle.deps, allowances: { ...allowances, read } }).bonus(userId, 2, 0)
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 101, callLimit: 101, bonusEarned: 1 })
  })
  test('that are taken back are those that are left; the ones that were used are paid off by the next', async () => {
    const userId = await accountWith(50, 2)
    await submitMany(userId, 5)
    await states(lifecycle).bonus(userId, 2, 0)
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 103, callLimit: 103, bonusEarned: 3 })
    await expect(submitMany(userId, 1)).rejects.toMatchObject({ status: 402 })
    expect(await rest(userId)).toBe(3)
    await states(lifecycle).bonus(userId, 3, 50)
    expect(await lifecycle.allowance(userId)).toMatchObject({ callLimit: 150 })
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    await states(lifecycle).bonus(userId, 4, 0)
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusEarned: 3, bonusSpent: 3, callLimit: 100 })
  })

  test('what a month used of them is written off, and the rest goes on into the next', async () => {
    const userId = await accountWith(10, 1)
    await submitMany(userId, 4)
    await completeAll(lifecycle, userId)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 1, callLimit: 107, bonusSpent: 3 })
    expect(await rest(userId)).toBe(7)
  })

  test('a month that used none of them takes nothing from the next', async () => {
    const userId = await accountWith(10, 5)
    await submitMany(userId, 5)
    await completeAll(lifecycle, userId)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    const allowance = await lifecycle.allowance(userId)
    expect(allowance).toMatchObject({ callLimit: 110, bonusSpent: 0, past: [{ used: 100, bonus: 0 }] })
    expect(await rest(userId)).toBe(10)
  })

  test('a job that fails after the roll returns its call, and one that completes after it does not', async () => {
    const userId = await accountWith(10, 0)
    const [first, second] = await submitMany(userId, 2)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 2, callLimit: 108, used: 1 })
    await fail(userId, first ?? '')
    await complete(lifecycle, userId, second ?? '')
    expect(await rest(userId)).toBe(9)
    expect(await lifecycle.allowance(userId)).toMatchObject({ callLimit: 109, used: 1 })
  })

  test('a failure after the roll takes back overage before a bonus call', async () => {
    const userId = await accountWith(2, 0, 'starter')
    const ids = await submitMany(userId, 4)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    await fail(userId, ids[0] ?? '')
    await fail(userId, ids[1] ?? '')
    await lifecycle.sweep(userId)
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 2 })
    await fail(userId, ids[2] ?? '')
    expect(await rest(userId)).toBe(1)
  })

  test('a waiting job of the old month returns its call when it is cancelled', async () => {
    const userId = await accountWith(10, 0)
    const ids = await submitMany(userId, 5)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    expect((await lifecycle.allowance(userId)).bonusSpent).toBe(5)
    await cancel(lifecycle.deps, userId, ids[4] ?? '')
    expect(await rest(userId)).toBe(6)
  })

  test('jobs of two months that are both over, each returned to its own', async () => {
    const userId = await accountWith(10, 0)
    const march = await submitMany(userId, 3)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    // The month's own calls are all used by then.
    await lifecycle.deps.allowances.change({ _id: userId }, { $inc: { used: 99, adjustment: 99 } })
    await submitMany(userId, 2)
    lifecycle.goTo(monthAfter)
    const [last] = await submitMany(userId, 1)
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 5, used: 1 })
    await cancel(lifecycle.deps, userId, march[2] ?? '')
    await cancel(lifecycle.deps, userId, last ?? '')
    expect(await rest(userId)).toBe(6)
  })

  test('a figure that a crash left too high is not written off for good', async () => {
    const userId = await accountWith(10, 0)
    await submitMany(userId, 1)
    await completeAll(lifecycle, userId)
    await lifecycle.deps.allowances.change({ _id: userId }, { $inc: { used: 4 } })
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    expect((await lifecycle.allowance(userId)).bonusSpent).toBe(5)
    expect(await rest(userId)).toBe(9)
  })

  test('twenty replicas that roll the same account write off once', async () => {
    const userId = await accountWith(10, 0)
    await submitMany(userId, 3)
    await completeAll(lifecycle, userId)
    lifecycle.goTo(nextMonth)
    const { jobs, allowances, publish } = lifecycle.deps
    const replicas = await Promise.all(
      Array.from({ length: 20 }, () => lifecycle.depsOf({ jobs, allowances, publish })),
    )
    await Promise.all(replicas.map((deps) => submit(deps, lifecycle.draft(userId), { signedUpAt })))
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 3, used: 20, callLimit: 107 })
    expect(await rest(userId)).toBe(7)
  })

  test('a better plan in the next period: the old one’s bonus calls are written off by its own calls', async () => {
    const userId = await accountWith(10, 0)
    await submitMany(userId, 4)
    await completeAll(lifecycle, userId)
    lifecycle.passMs(3_600_000)
    const [from, to] = [lifecycle.now().toISOString(), '2026-04-20T13:00:00.000Z']
    await states(lifecycle).billing(userId, 1, { tier: 'starter', start: from, end: to })
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 4, callLimit: 5_981, used: 0 })
    expect(await rest(userId)).toBe(6)
  })
})

describe('a referral state', () => {
  test('counts at once, in the middle of a month; an older one and the same again change nothing', async () => {
    const userId = await accountWith(50, 0)
    await states(lifecycle).bonus(userId, 3, 350)
    await states(lifecycle).bonus(userId, 2, 300)
    await states(lifecycle).bonus(userId, 3, 350)
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusEarned: 350, callLimit: 450 })
    expect(await lifecycle.violations(userId)).toEqual([])
  })

  test('may be consumed before anything else: the first submission begins the months of the sign-up', async () => {
    lifecycle.goTo(start)
    const userId = randomUUID()
    await states(lifecycle).bonus(userId, 2, 50)
    await submitMany(userId, 1)
    expect(await lifecycle.allowance(userId)).toMatchObject({
      ...{ anchor: signedUpAt, period: new Date('2026-03-15T09:00:00Z'), periodEnd: nextMonth },
      ...{ used: 1, callLimit: 150 },
    })
    expect(await rest(userId)).toBe(50)
  })

  test('may be consumed before anything else: the plan begins its own period', async () => {
    lifecycle.goTo(start)
    const userId = randomUUID()
    await states(lifecycle).bonus(userId, 2, 50)
    await states(lifecycle).billing(userId, 1, {
      ...{ tier: 'starter', start: start.toISOString(), end: '2026-04-20T12:00:00.000Z' },
    })
    expect(await lifecycle.allowance(userId)).toMatchObject({ anchor: start, period: start, callLimit: 6_025 })
  })

  test('of an account that changes during each try is handled again: it is no dead letter', async () => {
    const userId = await accountWith(0, 0)
    const { allowances } = lifecycle.deps
    const busy = { ...lifecycle.deps, allowances: { ...allowances, changeLimits: async () => false } }
    const handling = Promise.resolve(states(lifecycle, busy).bonus(userId, 2, 50))
    expect(isTransient(await handling.catch((error) => error))).toBe(true)
  })

  test('without a bonus it makes no allowance', async () => {
    const userId = randomUUID()
    await states(lifecycle).bonus(userId, 1, 0)
    expect(await lifecycle.deps.allowances.read(userId)).toBeNull()
  })
})

describe('an unpaid invoice', () => {
  test('stops overage at once, and its payment lets it go on', async () => {
    const userId = await accountWith(0, 1, 'starter')
    const period = { start: '2026-03-15T09:00:00.000Z', end: nextMonth.toISOString() }
    await states(lifecycle).billing(userId, 1, { tier: 'starter', status: 'past_due', ...period })
    await submitMany(userId, 1)
    await expect(lifecycle.submit(userId)).rejects.toMatchObject({ status: 402, message: 'API call limit reached' })
    await states(lifecycle).billing(userId, 2, { tier: 'starter', ...period })
    await submitMany(userId, 1)
    await rest(userId)
  })
})
