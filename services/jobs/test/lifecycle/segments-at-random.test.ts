import { costOf, splitSegments, thousandthsOf } from '@utter/contracts/calls'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { isFinal } from '@utter/contracts/jobs'
import { monthsAfter } from '@utter/contracts/period'
import { type Plan, planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { randomOf } from '@utter/testing/seeded-random'
import { expect, test } from 'vitest'
import { limitsOf } from '../../src/domain/allowance/call-limits.ts'
import { monthFigures } from '../../src/domain/allowance/month-figures.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { complete } from '../support/ends.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const few: Partial<Record<TierName, Partial<Plan>>> = {
  free: { apiCallsLimit: 3 },
  starter: { apiCallsLimit: 6, price: 0.16 },
  creator: { apiCallsLimit: 9, price: 0.2 },
  pro: { apiCallsLimit: 14, price: 0.3 },
}
/** The plans as sold, with few calls a month, overage for a few cents, and the same concurrency, so that a lower one has not too many active. */
const plans = standardPlans.map((plan) => ({ ...plan, ...few[plan.name], concurrency: 4 }))
const tiers: TierName[] = ['free', 'starter', 'starter', 'creator', 'pro']

const lifecycle = await closedAfterAll(openLifecycle('jobs-segments-at-random', plans))

type Segment = { start: string; month: string; tier: TierName }

test.each([1, 2])(
  'four months of plans that change, of jobs that fail, wait and end late: each call is billed once, at the price of its segment (seed %i)',
  async (seed) => {
    const random = randomOf(seed)
    const chance = (part: number) => random() < part
    const first = new Date('2026-03-20T12:00:00Z')
    lifecycle.goTo(first)
    const userId = await lifecycle.account('free')
    const segments: Segment[] = []
    const jobs: string[] = []
    let [version, earned] = [0, 0]

    /** A state of billing: a plan that begins now. */
    async function begin(start: Date, end: Date, isMonth: boolean): Promise<void> {
      const tier = tiers[Math.floor(random() * tiers.length)] ?? 'free'
      const [month, now] = [start.toISOString(), lifecycle.now().toISOString()]
      segments.push({ start: isMonth ? month : now, month, tier })
      await states(lifecycle).billing(userId, ++version, {
        ...{ tier, start: month, end: end.toISOString() },
        ...(!isMonth && { segment: now }),
      })
    }
    /** Some of the jobs that are under way end, or all. */
    async function end(part: number): Promise<void> {
      for (let isLast = false; !isLast; ) {
        // A job whose lifetime is over is gone.
        const open = await Promise.all(jobs.map((id) => lifecycle.deps.jobs.read(userId, id)))
        const active = open.flatMap((job) => (job && !isFinal(job.status) && job.status !== 'deleted' ? [job] : []))
        isLast = part < 1 || active.length === 0
        for (const { _id: jobId, attempt } of active.filter(() => chance(part))) {
          if (chance(0.1)) await cancel(lifecycle.deps, userId, jobId).catch(() => {})
          else if (attempt === 0) continue
          else if (chance(0.8)) await complete(lifecycle, userId, jobId).catch(() => {})
          else {
            const code = { code: 'vendor_failed', error: 'It failed' }
            await lifecycle.handle(StepFailed, userId, { jobId, attempt, stage: 'speech', ...code })
          }
        }
      }
    }
    async function submitMany(count: number): Promise<void> {
      for (let i = 0; i < count; i++) {
        const { used, callLimit } = await lifecycle.allowance(userId)
        if (used < callLimit) jobs.push((await lifecycle.submit(userId))._id)
        else await expect(lifecycle.submit(userId)).rejects.toMatchObject({ status: 402 })
      }
    }
    /** The calls of each segment as billing splits the ledger, with the balances that jobs reports. */
    async function billed() {
      const rows = await ledger()
      const { past = [], period, ...present } = await lifecycle.allowance(userId)
      const { bonusEarned, bonusSpent } = limitsOf(present, plans)
      const balances = new Map([
        ...past.map((one) => [one.period.getTime(), one.balance] as const),
        [period.getTime(), bonusEarned - bonusSpent] as const,
      ])
      return [...Map.groupBy(segments, ({ month }) => month)].flatMap(([, ofMonth]) => {
        const split = splitSegments(
          ofMonth.map(({ start, tier }) => {
            const { apiCallsLimit: planCalls, overageEnabled: overageAllowed } = planOf(plans, tier)
            const bonusBalance = balances.get(Date.parse(start)) ?? 0
            return { used: rows.get(start) ?? 0, planCalls, overageAllowed, bonusBalance }
          }),
        )
        return split.map((calls, index) => ({ ...calls, ...(ofMonth[index] as Segment) }))
      })
    }
    async function ledger(): Promise<Map<string, number>> {
      await lifecycle.flushed()
      const owed = new Map<string, string>()
      for (const { event, userId: owner, data } of lifecycle.published) {
        if (event.type !== 'job-finished' || owner !== userId) continue
        const row = data as Record<'jobId' | 'period' | 'segment', string> & { owed: boolean }
        if (row.owed) owed.set(row.jobId, row.segment ?? row.period)
      }
      const counts = new Map<string, number>()
      for (const segment of owed.values()) counts.set(segment, (counts.get(segment) ?? 0) + 1)
      return counts
    }

    for (let month = 0; month < 4; month++) {
      const [start, over] = [monthsAfter(first, month), monthsAfter(first, month + 1)]
      lifecycle.goTo(start)
      await begin(start, over, true)
      for (let part = 0; part < 4; part++) {
        await submitMany(Math.floor(random() * 14))
        if (chance(0.4)) {
          earned += Math.floor(random() * 4)
          await states(lifecycle).bonus(userId, month * 10 + part + 1, earned)
        }
        await end(random() * 0.6)
        lifecycle.passMs(random() * 4 * 24 * 3_600_000)
        if (chance(0.5)) await lifecycle.sweep(userId)
        expect(await lifecycle.violations(userId)).toEqual([])
        if (chance(0.5)) await begin(start, over, false)
      }
    }
    await end(1)
    await lifecycle.sweep(userId)
    lifecycle.passMs(26 * 3_600_000)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])

    const allowance = await lifecycle.allowance(userId)
    const invoices = await billed()
    expect([...(await ledger()).values()].reduce((sum, calls) => sum + calls, 0)).toBe(
      invoices.reduce((sum, { plan, bonus, overage }) => sum + plan + bonus + overage, 0),
    )
    expect(invoices.some(({ overage }) => overage > 0)).toBe(true)
    for (const { period, used, bonus, overage } of allowance.past ?? []) {
      const invoice = invoices.find((one) => Date.parse(one.start) === period.getTime())
      expect({ used, bonus, overage }).toEqual({
        used: invoice && invoice.plan + invoice.bonus + invoice.overage,
        ...{ bonus: invoice?.bonus, overage: invoice?.overage },
      })
    }
    const last = invoices.filter(({ month }) => month === segments.at(-1)?.month)
    const cost = last.reduce(
      (sum, one) => sum + one.overage * thousandthsOf(planOf(plans, one.tier).overagePrice ?? 0),
      0,
    )
    const present = { ...allowance, ...limitsOf(allowance, plans) }
    expect(monthFigures(present, planOf(plans, allowance.tier))).toMatchObject({
      overage: last.reduce((sum, { overage }) => sum + overage, 0),
      overageCost: costOf(cost),
      used: last.reduce((sum, { plan }) => sum + plan, 0) + (last.at(-1)?.bonus ?? 0) + (last.at(-1)?.overage ?? 0),
    })
  },
)
