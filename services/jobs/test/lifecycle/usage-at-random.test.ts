import { UsageView } from '@utter/contracts/http/jobs/usage'
import { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { monthsAfter } from '@utter/contracts/period'
import { planOf, standardPlans, type TierName } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { randomOf } from '@utter/testing/seeded-random'
import { expect, test } from 'vitest'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { signedUpAt } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const jobs = await closedAfterAll(openJobs('usage-at-random'))
const tiers: TierName[] = ['starter', 'creator', 'pro']
const voices = ['joe', 'slt']
const keys = [undefined, 'key-1', 'key-2']

test.each([1, 2, 3])(
  'over months and plans that begin at any hour, the calls taken are the sum of days, voices and keys, and so is their overage (seed %i)',
  async (seed) => {
    const random = randomOf(seed)
    const one = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item
    const first = new Date('2026-03-20T15:20:00Z')
    jobs.goTo(new Date('2026-03-20T08:00:00Z'))
    const userId = await jobs.account('free')
    const token = callers.account(newIdentity({ userId, signedUpAt: signedUpAt.toISOString() }))
    let [version, bonus] = [0, 0]

    const speak = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const keyId = one(keys)
        const draft = { ...jobs.draft(userId, { voiceId: one(voices) }), ...(keyId !== undefined && { keyId }) }
        const { job } = await submit(jobs.deps, draft, { signedUpAt })
        await complete(jobs, userId, job._id)
      }
    }
    const sumOf = (rows: { calls: number }[]) => rows.reduce((sum, { calls }) => sum + calls, 0)
    const compare = async () => {
      const { body } = await jobs.request('GET', '/api/usage', token)
      const usage = UsageView.parse(body)
      expect([usage.days, usage.voices, usage.keys].map(sumOf)).toEqual(Array(3).fill(usage.takenCalls))
      const report = UsageReport.parse((await jobs.request('GET', '/api/usage/report', token)).body)
      expect([report.days, report.voices, report.keys].map(sumOf)).toEqual(Array(3).fill(report.totals.calls))
      expect(report.totals).toMatchObject({
        calls: usage.takenCalls,
        completed: usage.takenCalls,
        overageCalls: usage.overageCallsUsed,
        overageCost: usage.overageCost,
      })
      sold = Math.max(sold, usage.overageCallsUsed)
    }
    let sold = 0
    /** The next calls are past the plan's, some of them bonus calls. Calls that an operator sets are taken by no job. */
    const nearLimit = async (tier: TierName) => {
      const { carriedCalls = 0, used } = await jobs.allowance(userId)
      const wanted = Math.max(carriedCalls + used, planOf(standardPlans, tier).apiCallsLimit - 1)
      const body = { used: wanted, signedUpAt: signedUpAt.toISOString() }
      await jobs.request('PUT', `/internal/accounts/${userId}/calls`, callers.internal('operator'), { body })
      bonus += Math.floor(random() * 3)
      await states(jobs).bonus(userId, version, bonus)
    }
    const begin = async (month: number, isMonth: boolean) => {
      const [start, end] = [monthsAfter(first, month), monthsAfter(first, month + 1)]
      const segment = isMonth ? {} : { segment: jobs.now().toISOString() }
      const tier = one(tiers)
      version += 1
      await states(jobs).billing(userId, version, {
        ...{ tier, start: start.toISOString(), end: end.toISOString() },
        ...segment,
      })
      await nearLimit(tier)
    }

    await speak(2)
    await compare()
    for (let month = 0; month < 3; month++) {
      jobs.goTo(monthsAfter(first, month))
      await begin(month, true)
      await compare()
      for (let part = 0; part < 3; part++) {
        await speak(Math.floor(random() * 4))
        await compare()
        jobs.passMs(random() * 3 * 24 * 3_600_000)
        if (random() < 0.5) await begin(month, false)
        await compare()
      }
      // Some of them on the last morning, before the next month begins on the same day.
      jobs.goTo(new Date(monthsAfter(first, month + 1).getTime() - 3 * 3_600_000))
      await speak(1 + Math.floor(random() * 3))
      await compare()
    }
    expect(sold).toBeGreaterThan(0)
  },
)
