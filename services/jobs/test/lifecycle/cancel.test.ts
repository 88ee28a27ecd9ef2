import { setTimeout as pause } from 'node:timers/promises'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { randomOf } from '@utter/testing/seeded-random'
import { describe, expect, test } from 'vitest'
import { cancel } from '../../src/lifecycle/end/cancel.ts'
import { dispatch } from '../../src/lifecycle/end/settle.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { reports, requestsOf } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-cancel'))

describe('cancelling', () => {
  const states: [string, boolean, (report: ReturnType<typeof reports>) => Promise<void>][] = [
    ['just submitted', true, async () => {}],
    ['with its chat started', true, (report) => report.chatStarted()],
    [
      'with its reply written',
      true,
      async (report) => {
        await report.chatStarted()
        await report.replyWritten()
      },
    ],
    ['with its speech started', false, (report) => report.speechStarted()],
    [
      'half spoken',
      false,
      async (report) => {
        await report.speechStarted()
        await report.spokenHalf()
      },
    ],
    ['completed', false, (report) => report.audioStored()],
    ['failed', false, (report) => report.failed('chat')],
  ]
  test.each(states)('a job %s: %s', async (_name, isPossible, bring) => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    await bring(reports(lifecycle, userId, _id))
    await lifecycle.flushed()
    const before = await lifecycle.read(userId, _id)
    if (isPossible) {
      expect(await cancel(lifecycle.deps, userId, _id)).toMatchObject({ status: 'failed', code: 'cancelled' })
      expect((await lifecycle.allowance(userId)).used).toBe(0)
      expect((await lifecycle.allowance(userId)).totals).toEqual({ completed: 0, failed: 1 })
    } else {
      await expect(cancel(lifecycle.deps, userId, _id)).rejects.toMatchObject({
        status: 409,
        message: 'Too late to cancel',
      })
      expect(await lifecycle.read(userId, _id)).toEqual(before)
    }
    await reports(lifecycle, userId, _id).audioStored()
    await lifecycle.sweep(userId)
    expect((await lifecycle.read(userId, _id)).status).toBe(
      isPossible || before.status === 'failed' ? 'failed' : 'completed',
    )
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a waiting job is refunded, leaves both lists and is never started', async () => {
    const userId = await lifecycle.account('free')
    const [, , third, fourth] = await lifecycle.submitMany(userId, 4)
    await cancel(lifecycle.deps, userId, third?._id ?? '')
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(requestsOf(lifecycle, third?._id ?? '')).toEqual([])
    expect((await lifecycle.read(userId, fourth?._id ?? '')).status).toBe('completed')
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 3, totals: { completed: 3, failed: 1 } })
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a waiting job is refunded at once, without a recount', async () => {
    const userId = await lifecycle.account('free', 3)
    const jobs = await lifecycle.submitMany(userId, 3)
    await expect(lifecycle.submit(userId)).rejects.toMatchObject({ status: 402 })
    const { recountAt } = await lifecycle.allowance(userId)
    await cancel(lifecycle.deps, userId, jobs[2]?._id ?? '')
    expect((await lifecycle.allowance(userId)).recountAt).toEqual(recountAt)
    expect((await lifecycle.submit(userId)).status).toBe('pending')
    expect(await lifecycle.violations(userId)).toEqual([])
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('hundreds of jobs that wait, at once: each call is refunded once', async () => {
    const userId = await lifecycle.account('starter')
    const jobs = await Promise.all(
      Array.from({ length: 60 }, () => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })),
    )
    await Promise.all(jobs.map(({ job }) => cancel(lifecycle.deps, userId, job._id)))
    await lifecycle.sweep(userId)
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 0, totals: { completed: 0, failed: 60 } })
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a job that is activated between its end and its settlement counts once', async () => {
    const userId = await lifecycle.account('free')
    const [first, , third] = await lifecycle.submitMany(userId, 3)
    await lifecycle.deps.allowances.change({ _id: userId }, { $pull: { active: { id: first?._id ?? '' } } })
    const [isCancelled, isPlaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Marks go half a second later, and this is sooner.
    const settledMarks = { add: () => {} }
    const cancelling = await lifecycle.depsOf({
      ...lifecycle.deps,
      jobs: {
        ...lifecycle.deps.jobs,
        update: async (...args) => {
          const job = await lifecycle.deps.jobs.update(...args)
          isCancelled.resolve()
          await isPlaced.promise
          return job
        },
      },
    })
    let cancelled: Promise<unknown> | undefined
    const dispatching = await lifecycle.depsOf({
      ...lifecycle.deps,
      jobs: {
        ...lifecycle.deps.jobs,
        firstWaiting: async (...args) => {
          const found = await lifecycle.deps.jobs.firstWaiting(...args)
          cancelled ??= cancel({ ...cancelling, settledMarks }, userId, third?._id ?? '')
          await isCancelled.promise
          return found
        },
        update: async (...args) => {
          isPlaced.resolve()
          await cancelled
          return lifecycle.deps.jobs.update(...args)
        },
      },
    })
    await dispatch({ ...dispatching, settledMarks }, userId)
    await cancelled
    expect((await lifecycle.allowance(userId)).totals).toEqual({ completed: 0, failed: 1 })
    expect((await lifecycle.allowance(userId)).used).toBe(2)
  })

  test('a job that is in active and not yet activated counts once', async () => {
    const userId = await lifecycle.account('free')
    const [first, , third] = await lifecycle.submitMany(userId, 3)
    // Between the allowance's update and the job's.
    await lifecycle.deps.allowances.change({ _id: userId }, { $pull: { active: { id: first?._id ?? '' } } })
    const member = { id: third?._id ?? '', period: third?.call?.period ?? new Date(0) }
    expect(
      await lifecycle.deps.allowances.activate(await lifecycle.allowance(userId), [member], lifecycle.now()),
    ).toHaveLength(2)
    await cancel(lifecycle.deps, userId, member.id)
    expect((await lifecycle.allowance(userId)).totals).toEqual({ completed: 0, failed: 1 })
  })

  test("another account's job is not found", async () => {
    const { _id } = await lifecycle.submit(await lifecycle.account('free'))
    await expect(cancel(lifecycle.deps, await lifecycle.account('free'), _id)).rejects.toMatchObject({ status: 404 })
  })

  test.each(Array.from({ length: 4 }, (_, seed) => [seed]))(
    'races completion, seed %i: completed and charged, or cancelled and refunded',
    async (seed) => {
      const userId = await lifecycle.account('free')
      const { _id } = await lifecycle.submit(userId, {}, 'reply')
      const report = reports(lifecycle, userId, _id)
      await report.chatStarted()
      const [, cancelled] = await Promise.allSettled([
        report.audioStored(),
        pause(randomOf(seed)() * 6).then(() => cancel(lifecycle.deps, userId, _id)),
      ])
      const { status, call } = await lifecycle.read(userId, _id)
      expect([status, call?.owed]).toEqual(cancelled.status === 'fulfilled' ? ['failed', false] : ['completed', true])
      await lifecycle.sweep(userId)
      expect(await lifecycle.violationsAtRest(userId)).toEqual([])
    },
  )
})
