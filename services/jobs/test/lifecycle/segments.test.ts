import { randomUUID } from 'node:crypto'
import { splitSegments } from '@utter/contracts/calls'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import pLimit from 'p-limit'
import { describe, expect, test } from 'vitest'
import { limitsOf } from '../../src/domain/allowance/call-limits.ts'
import { monthFigures } from '../../src/domain/allowance/month-figures.ts'
import { changeSpendingLimit } from '../../src/lifecycle/change-spending-limit.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete, completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-segments'))

const start = new Date('2026-03-20T12:00:00Z')
const month = { start: '2026-03-15T09:00:00.000Z', end: '2026-04-15T09:00:00.000Z' }
const nextMonth = new Date(month.end)

/** An account of a plan that has used so many calls of the present segment, without jobs for them. */
async function accountThatUsed(tier: TierName, used: number, bonus = 0): Promise<string> {
  lifecycle.goTo(start)
  const userId = await lifecycle.account(tier)
  await lifecycle.deps.allowances.change({ _id: userId }, { $set: { used, adjustment: used } })
  if (bonus > 0) await states(lifecycle).bonus(userId, 1, bonus)
  return userId
}
/** The plan from now on, in the same month. @returns the start of its segment */
async function changePlan(userId: string, version: number, tier: TierName, deps = lifecycle.deps): Promise<string> {
  lifecycle.passMs(60_000)
  const segment = lifecycle.now().toISOString()
  await states(lifecycle, deps).billing(userId, version, { tier, ...month, segment })
  return segment
}
const submitMany = async (userId: string, count: number) =>
  (await lifecycle.submitMany(userId, count)).map(({ _id }) => _id)
const fail = (userId: string, jobId = '') =>
  lifecycle.handle(StepFailed, userId, {
    ...{ jobId, attempt: 1, stage: 'speech' as const, code: 'vendor_failed', error: 'It failed' },
  })
/** As many more calls of the present segment as if jobs had taken them. */
const use = (userId: string, calls: number) =>
  lifecycle.deps.allowances.change({ _id: userId }, { $inc: { used: calls, adjustment: calls } })
const left = async (userId: string) => {
  const { callLimit, used } = await lifecycle.allowance(userId)
  return callLimit - used
}
async function figures(userId: string) {
  const allowance = await lifecycle.allowance(userId)
  const limits = limitsOf(allowance, standardPlans)
  const { used, overage, overageCost } = monthFigures(
    { ...allowance, ...limits },
    planOf(standardPlans, allowance.tier),
  )
  return { used, overage, overageCost, balance: limits.bonusEarned - limits.bonusSpent }
}
async function rest(userId: string): Promise<void> {
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
}
/** The calls of ended jobs as billing counts them: by the segment that `job-finished` names. */
function ledgerOf(userId: string): Record<string, number> {
  const jobs = new Map<string, string>()
  for (const { event, userId: owner, data } of lifecycle.published) {
    if (event.type !== 'job-finished' || owner !== userId) continue
    const { jobId, owed, period, segment } = data as Record<'jobId' | 'period' | 'segment', string> & { owed: boolean }
    if (owed) jobs.set(jobId, segment ?? period)
  }
  const counts: Record<string, number> = {}
  for (const segment of jobs.values()) counts[segment] = (counts[segment] ?? 0) + 1
  return counts
}

describe('a better plan inside a month', () => {
  test('5,300 calls of starter are 300 of overage, and leave 45,000 of pro', async () => {
    const userId = await accountThatUsed('starter', 5_300)
    const segment = await changePlan(userId, 1, 'pro')
    expect(await lifecycle.allowance(userId)).toMatchObject({
      ...{ tier: 'pro', period: new Date(segment), monthStart: new Date(month.start), periodEnd: nextMonth, used: 0 },
      // 199 dollars less the 12 that starter's overage costs, at 25 thousandths each.
      ...{ planCalls: 50_000, carriedCalls: 5_000, overageCalls: 7_480, callLimit: 52_480 },
    })
    expect(await figures(userId)).toEqual({ used: 5_000, overage: 300, overageCost: '12.00', balance: 0 })
    await use(userId, 45_000)
    expect(await figures(userId)).toMatchObject({ used: 50_000, overage: 300, overageCost: '12.00' })
    await submitMany(userId, 1)
    // 12.00 and 0.025, rounded once.
    expect(await figures(userId)).toMatchObject({ used: 50_001, overage: 301, overageCost: '12.03' })
    await rest(userId)
  })

  test('bonus calls that were used stay used, and do not weigh on the new plan', async () => {
    const userId = await accountThatUsed('starter', 5_080, 100)
    await changePlan(userId, 1, 'pro')
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 80, carriedCalls: 5_000 })
    expect(await figures(userId)).toEqual({ used: 5_000, overage: 0, overageCost: '0.00', balance: 20 })
    await use(userId, 45_030)
    expect(await figures(userId)).toMatchObject({ overage: 10, overageCost: '0.25' })
    await rest(userId)
  })

  test('the same state again, and an older one, begin no other segment; one of the same segment goes on with it', async () => {
    const userId = await accountThatUsed('starter', 5_300)
    const segment = await changePlan(userId, 2, 'pro')
    await submitMany(userId, 3)
    const before = await lifecycle.allowance(userId)
    await states(lifecycle).billing(userId, 2, { tier: 'pro', ...month, segment })
    await states(lifecycle).billing(userId, 1, { tier: 'starter', ...month })
    await states(lifecycle).billing(userId, 3, { tier: 'pro', status: 'past_due', ...month, segment })
    expect(await lifecycle.allowance(userId)).toMatchObject({
      ...{ period: before.period, used: 3, past: before.past, carriedCalls: 5_000, overageCalls: 0 },
    })
    await states(lifecycle).billing(userId, 4, { tier: 'pro', ...month, segment })
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 3, overageCalls: 7_480, callLimit: 52_480 })
    await rest(userId)
  })

  test('a state that is consumed before the account’s first submission begins in its segment', async () => {
    lifecycle.goTo(start)
    const userId = randomUUID()
    const segment = await changePlan(userId, 3, 'pro')
    const { call } = await lifecycle.submit(userId)
    expect(call).toMatchObject({ period: new Date(segment), month: new Date(month.start) })
    await rest(userId)
    expect(ledgerOf(userId)).toEqual({ [segment]: 1 })
  })

  test('the cap of an API key goes on, and a call that an earlier segment gives back is the key’s again', async () => {
    const userId = await accountThatUsed('starter', 0)
    const keyId = randomUUID()
    const byKey = () => submit(lifecycle.deps, { ...lifecycle.draft(userId), keyId }, { signedUpAt, monthlyCap: 3 })
    const { job } = await byKey()
    await byKey()
    await changePlan(userId, 1, 'pro')
    await byKey()
    await expect(byKey()).rejects.toMatchObject({ status: 402, code: 'key_limit_reached' })
    await fail(userId, job._id)
    await lifecycle.sweep(userId)
    expect((await lifecycle.allowance(userId)).keyCalls).toEqual({ [keyId]: 2 })
    await byKey()
    await expect(byKey()).rejects.toMatchObject({ status: 402, code: 'key_limit_reached' })
    await rest(userId)
    expect(await recount(lifecycle.deps, userId)).toBe(true)
    expect((await lifecycle.allowance(userId)).keyCalls).toEqual({ [keyId]: 3 })
    lifecycle.goTo(nextMonth)
    await byKey()
    expect((await lifecycle.allowance(userId)).keyCalls).toEqual({ [keyId]: 1 })
  })
})

describe('jobs of an earlier segment', () => {
  test('that fail after the change give back overage, then bonus calls, then calls of the plan', async () => {
    // 1 of the plan, 1 bonus call and 2 of overage.
    const userId = await accountThatUsed('starter', 4_999, 1)
    const ids = await submitMany(userId, 4)
    await changePlan(userId, 1, 'pro')
    const standing = async () => {
      await lifecycle.sweep(userId)
      expect(await lifecycle.violations(userId)).toEqual([])
      const { carriedCalls, overageCalls, callLimit } = await lifecycle.allowance(userId)
      return { carriedCalls, overageCalls, callLimit, ...(await figures(userId)) }
    }
    const cost = (overage: number, overageCost: string, overageCalls: number) => ({
      overage,
      overageCost,
      overageCalls,
    })
    expect(await standing()).toMatchObject({ ...cost(2, '0.08', 7_956), carriedCalls: 5_000, balance: 0 })
    await fail(userId, ids[3])
    expect(await standing()).toMatchObject({ ...cost(1, '0.04', 7_958), carriedCalls: 5_000, balance: 0 })
    await fail(userId, ids[0])
    expect(await standing()).toMatchObject({ ...cost(0, '0.00', 7_960), carriedCalls: 5_000, balance: 0 })
    await fail(userId, ids[1])
    expect(await standing()).toMatchObject({ ...cost(0, '0.00', 7_960), carriedCalls: 5_000, balance: 1 })
    await fail(userId, ids[2])
    expect(await standing()).toMatchObject({ carriedCalls: 4_999, balance: 1, callLimit: 45_001 + 1 + 7_960 })
    await rest(userId)
  })

  test('that end after the next month has begun are counted in their own', async () => {
    const userId = await accountThatUsed('starter', 4_998)
    const first = await submitMany(userId, 3)
    const segment = await changePlan(userId, 1, 'pro')
    const second = await submitMany(userId, 2)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    expect(await lifecycle.allowance(userId)).toMatchObject({
      ...{ period: nextMonth, monthStart: nextMonth, used: 1, carriedCalls: 0, overageCalls: 7_960, callLimit: 57_960 },
      past: [
        { used: 5_001, bonus: 0, overage: 1, planCalls: 5_000, overagePrice: 40 },
        { month: new Date(month.start), used: 2, overage: 0, carriedCalls: 5_000, overagePrice: 25 },
      ],
    })
    await fail(userId, first[0])
    await fail(userId, first[1])
    await complete(lifecycle, userId, first[2] ?? '')
    await fail(userId, second[0])
    await rest(userId)
    expect((await lifecycle.allowance(userId)).past).toMatchObject([
      { used: 4_999, overage: 0, isClosed: true },
      { used: 1, carriedCalls: 4_999, isClosed: true },
    ])
    expect(ledgerOf(userId)).toEqual({ [month.start]: 1, [segment]: 1, [nextMonth.toISOString()]: 1 })
  })

  test('that wait keep their turn, and give their call back to their segment when they are cancelled', async () => {
    const userId = await accountThatUsed('free', 0)
    const ids = await submitMany(userId, 5)
    await changePlan(userId, 1, 'starter')
    await cancel(lifecycle.deps, userId, ids[4] ?? '')
    expect((await lifecycle.allowance(userId)).used).toBe(0)
    await rest(userId)
    expect(await figures(userId)).toMatchObject({ used: 4 })
    expect(await left(userId)).toBe(5_000 - 4 + 975)
  })
})

describe('a lower plan inside a month', () => {
  test('what the higher one had given counts as no bonus call, and nothing is left of the lower one', async () => {
    const userId = await accountThatUsed('starter', 3_000, 50)
    await changePlan(userId, 1, 'free')
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 0, carriedCalls: 3_000, callLimit: 50 })
    expect(await figures(userId)).toEqual({ used: 3_000, overage: 0, overageCost: '0.00', balance: 50 })
    await submitMany(userId, 1)
    expect(await left(userId)).toBe(49)
    lifecycle.goTo(nextMonth)
    await submitMany(userId, 1)
    expect(await lifecycle.allowance(userId)).toMatchObject({ bonusSpent: 1, carriedCalls: 0, callLimit: 149 })
    await rest(userId)
  })

  test('and back again: what the lower one took weighs as well', async () => {
    const userId = await accountThatUsed('starter', 40)
    await changePlan(userId, 1, 'free')
    await use(userId, 60)
    await expect(lifecycle.submit(userId)).rejects.toMatchObject({ status: 402, message: 'API call limit reached' })
    await changePlan(userId, 2, 'starter')
    expect(await lifecycle.allowance(userId)).toMatchObject({ carriedCalls: 100, callLimit: 4_900 + 975 })
    expect((await lifecycle.allowance(userId)).past).toMatchObject([{ used: 40 }, { used: 60, planCalls: 100 }])
    await rest(userId)
  })
})

describe('a hundred submissions at once', () => {
  const atOnce = async (userId: string, deps = lifecycle.deps) => {
    const all = Array.from({ length: 100 }, () => submit(deps, lifecycle.draft(userId), { signedUpAt }))
    const answers = await Promise.allSettled(all)
    return answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.message as string] : []))
  }
  /** A process whose account changes its plan twice while it takes calls: some are taken before each change, some during and some after it. */
  async function changing(userId: string) {
    const { jobs, allowances, publish } = lifecycle.deps
    const changes: Promise<string>[] = []
    const inFlight = pLimit(8)
    let taken = 0
    // All but the first few will wait: concurrency is used up by then.
    const takeReserved: typeof allowances.takeReserved = (...args) =>
      inFlight(async () => {
        if (taken >= 20) changes[0] ??= changePlan(userId, 1, 'creator')
        if (taken >= 40) await changes[0]
        if (taken >= 60) changes[1] ??= changePlan(userId, 2, 'pro')
        if (taken >= 75) await changes[1]
        const isTaken = await allowances.takeReserved(...args)
        if (isTaken) taken++
        return isTaken
      })
    const store = { ...allowances, takeReserved }
    return { deps: await lifecycle.depsOf({ jobs, allowances: store, publish }), changes }
  }

  test('during a change of plan: each call is in one segment, none twice, and the counts add up', async () => {
    const userId = await accountThatUsed('starter', 4_950)
    const { deps, changes } = await changing(userId)
    const refused = await atOnce(userId, deps)
    const segment = (await changes[1]) ?? ''
    expect(refused).toEqual([])
    expect(await lifecycle.violations(userId)).toEqual([])
    await rest(userId)
    const { past = [], used, period } = await lifecycle.allowance(userId)
    expect([...past, { used }].every((one) => one.used !== 0)).toBe(true)
    expect(past).toHaveLength(2)
    expect(period).toEqual(new Date(segment))
    expect(past.reduce((sum, one) => sum + (one.used ?? 0), used)).toBe(5_050)
    // As billing splits the rows of its ledger, together with the calls that belong to no job.
    const rows = ledgerOf(userId)
    expect(Object.values(rows).reduce((sum, calls) => sum + calls, 0)).toBe(100)
    const sold = { bonusBalance: 0, overageAllowed: true }
    const starts = [...past, { period }].map((one) => one.period.toISOString())
    expect(Object.keys(rows).every((start) => starts.includes(start))).toBe(true)
    const billed = splitSegments(
      starts.map((start, index) => ({
        ...sold,
        used: (rows[start] ?? 0) + (index === 0 ? 4_950 : 0),
        planCalls: [5_000, 15_000, 50_000][index] ?? 0,
      })),
    )
    expect(past.map(({ overage }) => overage)).toEqual(billed.slice(0, -1).map(({ overage }) => overage))
    expect((await figures(userId)).overage).toBe(billed.reduce((sum, { overage }) => sum + overage, 0))
  })

  test('at the end of starter’s calls: all pass, and the overage is exact', async () => {
    const userId = await accountThatUsed('starter', 4_950)
    expect(await atOnce(userId)).toEqual([])
    await rest(userId)
    expect(await figures(userId)).toEqual({ used: 5_050, overage: 50, overageCost: '2.00', balance: 0 })
  })

  test('at the end of a spending limit, of which an earlier segment has had a part: exactly as many pass as it pays for', async () => {
    const userId = await accountThatUsed('starter', 5_010)
    await changePlan(userId, 1, 'creator')
    await use(userId, 10_000 - 5)
    // 40 cents of starter's overage, and 35 cents that pay for 11 calls at 3.
    await changeSpendingLimit(lifecycle.deps, userId, 750)
    const refused = await atOnce(userId)
    expect(refused).toHaveLength(100 - 5 - 11)
    expect(new Set(refused)).toEqual(new Set(['Spending limit reached']))
    await rest(userId)
    expect(await figures(userId)).toMatchObject({ overage: 21, overageCost: '0.73' })
  })
})

test('twenty replicas that consume the same change begin one segment', async () => {
  const userId = await accountThatUsed('starter', 5_001)
  await submitMany(userId, 2)
  const segment = new Date(lifecycle.now().getTime() + 60_000).toISOString()
  const { jobs, allowances, publish } = lifecycle.deps
  const replicas = await Promise.all(Array.from({ length: 20 }, () => lifecycle.depsOf({ jobs, allowances, publish })))
  await Promise.all(
    replicas.map((deps) => states(lifecycle, deps).billing(userId, 1, { tier: 'pro', ...month, segment })),
  )
  const { past } = await lifecycle.allowance(userId)
  expect(past).toMatchObject([{ used: 5_003, overage: 3 }])
  await rest(userId)
})

test('a segment without a call leaves no trace, and none of the month makes room for a twenty-fifth', async () => {
  const userId = await accountThatUsed('free', 0)
  await changePlan(userId, 1, 'starter')
  expect((await lifecycle.allowance(userId)).past).toBeUndefined()
  const keyId = randomUUID()
  const byKey = () => submit(lifecycle.deps, { ...lifecycle.draft(userId), keyId }, { signedUpAt, monthlyCap: 27 })
  // The first segment sells a call at 40 thousandths.
  await use(userId, 5_001)
  for (let version = 2; version < 28; version++) {
    await byKey()
    await changePlan(userId, version, version % 2 === 0 ? 'pro' : 'creator')
  }
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  const before = await figures(userId)
  const { past = [], keyCalls } = await lifecycle.allowance(userId)
  expect([past.length, keyCalls, before.overage]).toEqual([
    26,
    { [keyId]: 26 },
    past.reduce((sum, { overage = 0 }) => sum + overage, 0),
  ])
  // The month's cap and limit go on from all of its segments.
  expect(await recount(lifecycle.deps, userId)).toBe(true)
  expect((await lifecycle.allowance(userId)).keyCalls).toEqual({ [keyId]: 26 })
  await byKey()
  await expect(byKey()).rejects.toMatchObject({ status: 402, code: 'key_limit_reached' })
  await rest(userId)
  expect(await figures(userId)).toEqual({ ...before, used: before.used + 1 })
  lifecycle.goTo(nextMonth)
  await submitMany(userId, 1)
  await rest(userId)
  expect((await lifecycle.allowance(userId)).past).toHaveLength(24)
})
