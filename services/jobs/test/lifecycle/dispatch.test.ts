import { closedAfterAll } from '@utter/testing/closed-after-all'
import { register } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { dispatch } from '../../src/lifecycle/end/settle.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { complete, completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { reports } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-dispatch'))

describe('active and waiting jobs', () => {
  test.each([
    ['free', 2],
    ['starter', 5],
    ['creator', 10],
    ['pro', 30],
  ] as const)('%s has %i active jobs, and the others wait for their turn', async (tier, concurrency) => {
    const userId = await lifecycle.account(tier)
    const made: { _id: string }[] = []
    for (let i = 0; i < concurrency + 3; i++) made.push(await lifecycle.submit(userId))
    const queues = async () => Promise.all(made.map(async ({ _id }) => (await lifecycle.read(userId, _id)).queue))
    expect(await queues()).toEqual([...Array(concurrency).fill('active'), 'waiting', 'waiting', 'waiting'])
    await complete(lifecycle, userId, made[1]?._id ?? '')
    expect((await queues()).filter((queue) => queue === 'active')).toHaveLength(concurrency)
    expect((await queues()).slice(-3)).toEqual(['active', 'waiting', 'waiting'])
    expect(await lifecycle.violations(userId)).toEqual([])
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('how long a job has waited for its turn is measured, by plan; one that need not wait is not', async () => {
    const figure = async (part: string) => {
      const text = await register.metrics()
      return Number(new RegExp(`^job_queue_seconds_${part}{tier="starter"} (.+)$`, 'm').exec(text)?.[1] ?? 0)
    }
    const [count, sum] = [await figure('count'), await figure('sum')]
    const userId = await lifecycle.account('starter')
    const made: { _id: string }[] = []
    for (let i = 0; i < 6; i++) made.push(await lifecycle.submit(userId))
    expect(await figure('count')).toBe(count)
    lifecycle.passMs(20_000)
    await complete(lifecycle, userId, made[0]?._id ?? '')
    expect(await figure('count')).toBe(count + 1)
    expect(Math.round((await figure('sum')) - sum)).toBe(20)
    await completeAll(lifecycle, userId)
  })

  test('single jobs go before those of a batch, the oldest first', async () => {
    const userId = await lifecycle.account('free')
    await lifecycle.submit(userId)
    await lifecycle.submit(userId)
    const waiting = []
    for (const batch of [1, 1, 0, 0]) {
      const job = await lifecycle.submit(userId)
      await lifecycle.deps.jobs.update({ _id: job._id, userId }, { $set: { batch } })
      waiting.push(job._id)
    }
    const order: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      const { active } = await lifecycle.allowance(userId)
      await complete(lifecycle, userId, active[0]?.id ?? '')
      const now = (await lifecycle.allowance(userId)).active.map(({ id }) => id)
      order.push(...waiting.filter((id) => now.includes(id) && !order.includes(id)))
    }
    expect(order).toEqual([waiting[2], waiting[3], waiting[0], waiting[1]])
  })

  test('a late dispatch activates no job that was active before and has ended', async () => {
    const userId = await lifecycle.account('free')
    const jobs = await lifecycle.submitMany(userId, 3)
    const [first, , third] = jobs.map(({ _id }) => _id)
    await lifecycle.deps.allowances.change({ _id: userId }, { $pull: { active: { id: first ?? '' } } })
    let isLate = false
    const late = await lifecycle.depsOf({
      ...lifecycle.deps,
      jobs: {
        ...lifecycle.deps.jobs,
        firstWaiting: async (...args) => {
          const found = await lifecycle.deps.jobs.firstWaiting(...args)
          if (isLate) return found
          isLate = true
          // Meanwhile another dispatch activates the job, and it fails.
          await dispatch(lifecycle.deps, userId)
          await reports(lifecycle, userId, third ?? '').failed('speech')
          return found
        },
      },
    })
    await dispatch(late, userId)
    expect((await lifecycle.allowance(userId)).active.map(({ id }) => id)).not.toContain(third)
    expect((await lifecycle.allowance(userId)).used).toBe(2)
  })

  test('a dispatch that found no waiting job looks again when one was accepted meanwhile', async () => {
    const userId = await lifecycle.account('free')
    await lifecycle.deps.allowances.change({ _id: userId }, { $set: { backlog: true } })
    const dying = await lifecycle.depsOf({
      ...lifecycle.deps,
      allowances: {
        ...lifecycle.deps.allowances,
        pullReserved: () => Promise.reject(new Error('killed before its dispatch')),
      },
    })
    const draft = lifecycle.draft(userId)
    let looks = 0
    const late = await lifecycle.depsOf({
      ...lifecycle.deps,
      jobs: {
        ...lifecycle.deps.jobs,
        firstWaiting: async (...args) => {
          const found = await lifecycle.deps.jobs.firstWaiting(...args)
          if (looks++ === 0) await expect(submit(dying, draft, { signedUpAt })).rejects.toThrow('killed')
          return found
        },
      },
    })
    await dispatch(late, userId)
    expect(await lifecycle.read(userId, draft._id)).toMatchObject({ status: 'pending', queue: 'active' })
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('an account from before these fields goes its way', async () => {
    const userId = await lifecycle.account('free')
    for (let i = 0; i < 4; i++) await lifecycle.submit(userId)
    await lifecycle.deps.allowances.change(
      { _id: userId },
      { $unset: { removals: 1, refunded: 1, refundedRev: 1, recountAt: 1 } },
    )
    const [, , , waiting] = (await lifecycle.deps.jobs.page(userId, {}, 4)).toReversed()
    await cancel(lifecycle.deps, userId, waiting?._id ?? '')
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect((await lifecycle.allowance(userId)).used).toBe(3)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('many ends at once activate one waiting job each', async () => {
    const userId = await lifecycle.account('pro')
    for (let i = 0; i < 40; i++) await lifecycle.submit(userId)
    const { active } = await lifecycle.allowance(userId)
    await Promise.all(active.map(({ id }) => complete(lifecycle, userId, id)))
    expect(await lifecycle.violations(userId)).toEqual([])
    expect((await lifecycle.allowance(userId)).active).toHaveLength(10)
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })
})
