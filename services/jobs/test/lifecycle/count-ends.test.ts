import { closedAfterAll } from '@utter/testing/closed-after-all'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { complete } from '../support/ends.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'
import { overdue, reports } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-ends'))
const day = 24 * 3_600_000

/** The outcomes that are counted while this is done, each as often as it is. */
async function counted(act: (userId: string, jobId: string) => Promise<unknown>): Promise<string[]> {
  const counts = async () => {
    const { values = [] } = (await register.getSingleMetric('job_ends_total')?.get()) ?? {}
    return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]))
  }
  const userId = await lifecycle.account('starter')
  const { _id } = await lifecycle.submit(userId)
  const before = await counts()
  await act(userId, _id)
  const after = await counts()
  return [...after].flatMap(([outcome, count]) => Array(count - (before.get(outcome) ?? 0)).fill(outcome))
}

test('a job is counted once in time, however often its end is reported', async () => {
  const outcomes = await counted(async (userId, jobId) => {
    await complete(lifecycle, userId, jobId)
    await reports(lifecycle, userId, jobId).audioStored()
    await lifecycle.sweep(userId)
  })
  expect(outcomes).toEqual(['in-time'])
})

test('a job whose step took minutes is late', async () => {
  const outcomes = await counted(async (userId, jobId) => {
    lifecycle.passMs(10 * 60_000)
    await complete(lifecycle, userId, jobId)
  })
  expect(outcomes).toEqual(['late'])
})

test('a job that fails by a worker’s report has failed, and so has one that times out', async () => {
  expect(await counted((userId, jobId) => reports(lifecycle, userId, jobId).failed('speech'))).toEqual(['failed'])
  const outcomes = await counted(async (userId, jobId) => {
    lifecycle.passMs(day)
    await overdue(lifecycle, userId, jobId)
  })
  expect(outcomes).toEqual(['failed'])
})

test('a job that is cancelled has ended by its account', async () => {
  expect(await counted((userId, jobId) => cancel(lifecycle.deps, userId, jobId))).toEqual(['own-fault'])
})
