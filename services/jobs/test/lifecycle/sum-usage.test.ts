import { randomUUID } from 'node:crypto'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import type { LifecycleDeps } from '../../src/deps.ts'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { deleteJob } from '../../src/lifecycle/end/delete-job.ts'
import { sumUsage } from '../../src/lifecycle/repair/sum-usage.ts'
import { usageOf } from '../../src/lifecycle/repair/usage-of.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { sumTimeMs } from '../../src/store/jobs/usage.ts'
import { complete } from '../support/ends.ts'
import { audio, openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-sum-usage'))

const day = (name: string) => new Date(`${name}T00:00:00Z`)
const [monday, tuesday, wednesday] = [day('2026-03-16'), day('2026-03-17'), day('2026-03-18')] as [Date, Date, Date]
const noEnds = { completed: 0, failed: 0, cancelled: 0, cached: 0 }
const at = (date: Date, hours: number) => new Date(date.getTime() + hours * 3_600_000)

const submitBy = async (userId: string, keyId?: string, voiceId = 'joe') => {
  const draft = { ...lifecycle.draft(userId, { voiceId }), ...(keyId && { keyId }) }
  return (await submit(lifecycle.deps, draft, { signedUpAt })).job._id
}
const completed = async (userId: string, keyId?: string, voiceId?: string) => {
  const id = await submitBy(userId, keyId, voiceId)
  await complete(lifecycle, userId, id)
  return id
}
/** Calls by day, as they are answered. */
async function callsOf(userId: string): Promise<Record<string, number>> {
  const days = await usageOf(lifecycle.deps, await lifecycle.allowance(userId), monday, at(monday, 24 * 10))
  return Object.fromEntries(
    days.map(({ day, rows }) => [day.toISOString().slice(5, 10), rows.reduce((sum, { calls }) => sum + calls, 0)]),
  )
}
/** The sum of one account, if it is due, in place of the sweep. @param deps those of a replica */
async function sum(userId: string, deps: LifecycleDeps = lifecycle.deps): Promise<boolean> {
  const { leased } = await deps.allowances.leaseDueForSum(lifecycle.now(), 5_000)
  const mine = leased.find(({ _id }) => _id === userId)
  if (mine) await sumUsage(deps, userId, mine.sumAt as Date)
  return mine !== undefined
}
const sumsOf = (userId: string) => lifecycle.deps.usage.between(userId, new Date(0), day('2027-01-01'))

describe('the usage of a day', () => {
  test('is that of the jobs which ended on it and owe a call, and is summed once it is over', async () => {
    lifecycle.goTo(at(monday, 10))
    const [userId, keyId] = [await lifecycle.account('starter'), randomUUID()]
    await completed(userId)
    await completed(userId, keyId)
    await completed(userId, keyId, 'slt')
    const late = await submitBy(userId)
    await cancel(lifecycle.deps, userId, await submitBy(userId))
    expect(await callsOf(userId)).toEqual({ '03-16': 3 })
    expect(await sum(userId)).toBe(false)

    lifecycle.goTo(at(tuesday, 0.5))
    await complete(lifecycle, userId, late)
    expect(await sum(userId)).toBe(false)
    lifecycle.goTo(at(tuesday, 1))
    expect(await sum(userId)).toBe(true)
    const [first, ...others] = await sumsOf(userId)
    expect(others).toEqual([])
    expect(first?.day).toEqual(monday)
    expect(first?.rows).toHaveLength(3)
    expect(first?.rows).toEqual(
      expect.arrayContaining([
        { keyId: null, voiceId: 'joe', calls: 1, ends: { ...noEnds, completed: 1, cancelled: 1 } },
        { keyId, voiceId: 'joe', calls: 1, ends: { ...noEnds, completed: 1 } },
        { keyId, voiceId: 'slt', calls: 1, ends: { ...noEnds, completed: 1 } },
      ]),
    )
    expect(await callsOf(userId)).toEqual({ '03-16': 3, '03-17': 1 })
    lifecycle.goTo(at(wednesday, 1))
    expect(await sum(userId)).toBe(true)
    expect(await lifecycle.allowance(userId)).not.toHaveProperty('sumAt')
    expect(await callsOf(userId)).toEqual({ '03-16': 3, '03-17': 1 })
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('is summed where none of its jobs owes a call, and stays when they are deleted and forgotten', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('free')
    const id = await submitBy(userId)
    await cancel(lifecycle.deps, userId, id)
    await lifecycle.flushed()
    const ends = async () =>
      (await usageOf(lifecycle.deps, await lifecycle.allowance(userId), monday, at(monday, 24 * 10))).map(
        ({ rows }) => rows,
      )
    const rows = [[{ keyId: null, voiceId: 'joe', calls: 0, ends: { ...noEnds, cancelled: 1 } }]]
    expect(await ends()).toEqual(rows)
    await deleteJob(lifecycle.deps, userId, id)
    expect(await ends()).toEqual(rows)
    lifecycle.goTo(at(tuesday, 1))
    expect(await sum(userId)).toBe(true)
    lifecycle.goTo(at(wednesday, 24 * 3))
    await lifecycle.sweep(userId)
    expect(await lifecycle.deps.jobs.read(userId, id)).toBeNull()
    expect(await ends()).toEqual(rows)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('is counted for its sum for longer than a request waits', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('free')
    await completed(userId)
    lifecycle.goTo(at(tuesday, 10))
    const { jobs } = lifecycle.deps
    const times: unknown[] = []
    const usageBetween: typeof jobs.usageBetween = (...args) => {
      times.push(args[3])
      return jobs.usageBetween(...args)
    }
    await sum(userId, await lifecycle.depsOf({ ...lifecycle.deps, jobs: { ...jobs, usageBetween } }))
    expect(times).toEqual([sumTimeMs])
  })

  test('outlives its jobs', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('free')
    await completed(userId)
    lifecycle.goTo(at(tuesday, 10))
    await sum(userId)
    await lifecycle.mongo.connection.collection('jobs').deleteMany({ userId })
    expect(await callsOf(userId)).toEqual({ '03-16': 1 })
  })

  test('of an end that was written when its day was summed already is counted at once, and summed again', async () => {
    lifecycle.goTo(at(monday, 23.9))
    const userId = await lifecycle.account('free')
    await completed(userId)
    const slow = await submitBy(userId)
    // A process puts the time on the end, and sleeps before the update.
    let awake = () => {}
    const sleep = new Promise<void>((resolve) => {
      awake = resolve
    })
    const { jobs } = lifecycle.deps
    const sleepy = await lifecycle.depsOf({
      ...lifecycle.deps,
      jobs: { ...jobs, update: async (...args) => sleep.then(() => jobs.update(...args)) },
    })
    const { audioStored } = await import('../../src/consumes/audio-stored.ts')
    const ending = audioStored(sleepy).handle(
      { jobId: slow, attempt: 1, audio },
      { userId, version: 1, occurredAt: lifecycle.now().toISOString() },
    )
    lifecycle.goTo(at(tuesday, 2))
    expect(await sum(userId)).toBe(true)
    expect(await callsOf(userId)).toEqual({ '03-16': 1 })
    awake()
    await ending
    await lifecycle.flushed()
    expect((await lifecycle.read(userId, slow)).completedAt).toEqual(at(monday, 23.9))
    expect(await callsOf(userId)).toEqual({ '03-16': 2 })
    expect(await sum(userId)).toBe(true)
    expect((await sumsOf(userId))[0]?.rows).toMatchObject([{ keyId: null, voiceId: 'joe', calls: 2 }])
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a replica that sleeps in the middle of a sum does not replace a later one', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('starter')
    await completed(userId)
    lifecycle.goTo(at(tuesday, 2))
    const { usage } = lifecycle.deps
    let written = false
    const sleepy = await lifecycle.depsOf({
      ...lifecycle.deps,
      usage: {
        ...usage,
        set: async (...args) => {
          // Meanwhile an end of that day is settled, and another replica sums it.
          written = true
          const id = await submitBy(userId)
          lifecycle.goTo(at(monday, 23))
          await lifecycle.handle(AudioStored, userId, { jobId: id, attempt: 1, audio })
          lifecycle.goTo(at(tuesday, 3))
          expect(await sum(userId)).toBe(true)
          await usage.set(...args)
        },
      },
    })
    expect(await sum(userId, sleepy)).toBe(true)
    expect(written).toBe(true)
    expect((await sumsOf(userId))[0]?.rows).toMatchObject([{ keyId: null, voiceId: 'joe', calls: 2 }])
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('of an account that is deleted in the middle of a sum leaves nothing behind', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('free')
    await completed(userId)
    lifecycle.goTo(at(tuesday, 2))
    const { usage, allowances } = lifecycle.deps
    const slow = await lifecycle.depsOf({
      ...lifecycle.deps,
      usage: {
        ...usage,
        set: async (...args) => {
          await allowances.bury(userId, lifecycle.now())
          await usage.removeOf(userId)
          await usage.set(...args)
        },
      },
    })
    expect(await sum(userId, slow)).toBe(true)
    expect(await sumsOf(userId)).toEqual([])
  })

  test('twenty replicas at once: one of them sums', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('free')
    await completed(userId)
    lifecycle.goTo(at(tuesday, 10))
    const summed = await Promise.all(Array.from({ length: 20 }, () => sum(userId)))
    expect(summed.filter(Boolean)).toHaveLength(1)
    expect((await lifecycle.allowance(userId)).sums).toBe(1)
  })

  test('an account from before there were sums is counted from its jobs, and then summed from the first', async () => {
    lifecycle.goTo(at(monday, 10))
    const userId = await lifecycle.account('free')
    await completed(userId)
    const change = { $unset: { unsummedFrom: 1, lastDay: 1, sumAt: 1 } } as const
    await lifecycle.deps.allowances.change({ _id: userId }, change)
    lifecycle.goTo(at(wednesday, 10))
    await completed(userId)
    expect(await callsOf(userId)).toEqual({ '03-16': 1, '03-18': 1 })
    lifecycle.goTo(at(wednesday, 34))
    expect(await sum(userId)).toBe(true)
    expect((await sumsOf(userId)).map(({ day }) => day)).toEqual([monday, wednesday])
  })
})
