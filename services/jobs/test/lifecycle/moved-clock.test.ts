import { randomUUID } from 'node:crypto'
import { overageCostOf, splitCalls } from '@utter/contracts/calls'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { isFinal } from '@utter/contracts/jobs'
import { monthOf } from '@utter/contracts/period'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { randomOf } from '@utter/testing/seeded-random'
import { expect, test } from 'vitest'
import { newAllowance } from '../../src/domain/allowance/allowance.ts'
import { dayName } from '../../src/domain/allowance/usage-days.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { usageOf } from '../../src/lifecycle/repair/usage-of.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { figuresOf } from '../../src/views/usage-view.ts'
import { audio, openLifecycle } from '../support/open-lifecycle.ts'
import { states } from '../support/states.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-moved-clock'))

/** Signed up on the 31st, so that the months begin on their last day, in 2028 on a leap day. */
const signedUpAt = new Date('2027-12-31T10:30:00Z')
const beginnings = [
  ...['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31', '2028-06-30'],
  ...['2028-07-31', '2028-08-31', '2028-09-30', '2028-10-31', '2028-11-30', '2028-12-31', '2029-01-31', '2029-02-28'],
].map((day) => new Date(`${day}T10:30:00Z`))
/** Six calls a month, and four of overage for 16 cents. */
const plan = { ...planOf(standardPlans, 'starter'), apiCallsLimit: 6, price: 0.16 }

/** Jobs of an account that are under way, oldest first. */
async function openJobsOf(userId: string, ids: string[]) {
  const jobs = await Promise.all(ids.map((id) => lifecycle.read(userId, id)))
  return jobs.filter(({ status }) => !isFinal(status))
}

/** Brings these jobs to an end: waiting ones when it is their turn, or cancelled. */
async function endAll(userId: string, ids: string[], random: () => number): Promise<void> {
  for (let open = await openJobsOf(userId, ids); open.length > 0; open = await openJobsOf(userId, ids))
    for (const { _id: jobId, attempt } of open) {
      lifecycle.passMs(random() * 60_000)
      const end = random()
      if (end < 0.2) await cancel(lifecycle.deps, userId, jobId).catch(() => {})
      else if (attempt === 0) continue
      else if (end < 0.5)
        await lifecycle.handle(StepFailed, userId, {
          ...{ jobId, attempt, stage: 'speech' as const, code: 'vendor_failed', error: 'It failed' },
        })
      else await lifecycle.handle(AudioStored, userId, { jobId, attempt, audio })
    }
}

test.each([1, 2, 3])(
  'fifteen months of jobs that end in their month or the next: balance, cost and usage are right to the call (seed %i)',
  async (seed) => {
    const random = randomOf(seed)
    const userId = randomUUID()
    const first = beginnings[0] as Date
    await lifecycle.deps.allowances.create(newAllowance(userId, plan, first, monthOf(first, first)))
    let [earned, spent] = [0, 0]
    let before: { ids: string[]; start: Date; balance: number } | undefined

    for (const [month, start] of beginnings.entries()) {
      lifecycle.goTo(start)
      const ids: string[] = []
      const submitOne = async () => {
        const { job } = await submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })
        lifecycle.passMs(1)
        ids.push(job._id)
      }
      await submitOne()
      expect((await lifecycle.allowance(userId)).period).toEqual(start)
      if (before) {
        await endAll(userId, before.ids, random)
        await lifecycle.sweep(userId)
        // Bonus calls that the month before used of the balance that it began with, now that its last job has ended.
        const owed = (await Promise.all(before.ids.map((id) => lifecycle.read(userId, id)))).filter(
          ({ call }) => call?.owed,
        )
        expect(owed.every(({ call }) => call?.period.getTime() === before?.start.getTime())).toBe(true)
        const sold = { planCalls: 6, bonusBalance: before.balance, overageAllowed: true }
        spent += splitCalls(owed.length, sold).bonus
      }
      if (random() < 0.4) {
        earned += Math.floor(random() * 5)
        await states(lifecycle).bonus(userId, month + 1, earned)
      }
      const balance = earned - spent
      const allowance = await lifecycle.allowance(userId)
      expect(allowance).toMatchObject({ bonusEarned: earned, bonusSpent: spent, callLimit: 6 + balance + 4, used: 1 })

      const wanted = Math.floor(random() * 16)
      const accepted = Math.min(wanted, allowance.callLimit - 1)
      for (let i = 0; i < accepted; i++) await submitOne()
      if (wanted > accepted) await expect(submitOne()).rejects.toMatchObject({ status: 402 })
      const used = 1 + accepted
      const { overage, bonus } = splitCalls(used, { planCalls: 6, bonusBalance: balance, overageAllowed: true })
      expect(figuresOf({ ...allowance, ...(await lifecycle.allowance(userId)) } as never, plan)).toMatchObject({
        ...{ apiCallsUsed: used, bonusCallsLeft: balance - bonus },
        ...{ overageCallsUsed: overage, overageCost: overageCostOf(plan, overage) },
      })
      lifecycle.passMs(random() * 10 * 24 * 3_600_000)
      await endAll(userId, ids.slice(0, Math.floor(random() * ids.length)), random)
      await lifecycle.sweep(userId)
      expect(await lifecycle.violations(userId)).toEqual([])
      before = { ids, start, balance }
    }

    await endAll(userId, before?.ids ?? [], random)
    lifecycle.passMs(26 * 3_600_000)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])

    // As billing enters them into its ledger: what is owed, by the day of its end.
    const ledger = new Map<string, number>()
    for (const { event, userId: owner, data } of lifecycle.published) {
      if (event.type !== 'job-finished' || owner !== userId) continue
      const { owed, completedAt, jobId } = data as { owed: boolean; completedAt: string; jobId: string }
      if (owed) ledger.set(jobId, Date.parse(completedAt))
    }
    const byDay: Record<string, number> = {}
    for (const at of ledger.values()) byDay[dayName(new Date(at))] = (byDay[dayName(new Date(at))] ?? 0) + 1
    const usage = await usageOf(lifecycle.deps, await lifecycle.allowance(userId), first, lifecycle.now())
    const summed = Object.fromEntries(
      usage
        .map(({ day, rows }) => [dayName(day), rows.reduce((sum, { calls }) => sum + calls, 0)] as const)
        .filter(([, calls]) => calls > 0),
    )
    expect(summed).toEqual(byDay)
    expect(Object.keys(byDay).length).toBeGreaterThan(15)
  },
)
