import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { describe, expect, test } from 'vitest'
import { recount } from '../../src/lifecycle/repair/recount.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { completeAll } from '../support/ends.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-submit'))

const many = (count: number) => Array.from({ length: count })

test('a hundred submissions at once with ten calls left: ten are accepted, ninety get the limit', async () => {
  const userId = await lifecycle.account('free', 10)
  const ends = await Promise.allSettled(
    many(100).map(() => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })),
  )
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(new Set(refused.map(({ status, code, message }) => `${status} ${code} ${message}`))).toEqual(
    new Set(['402 call_limit_reached API call limit reached']),
  )
  expect(await lifecycle.violations(userId)).toEqual([])
  expect((await lifecycle.allowance(userId)).used).toBe(100)
  await completeAll(lifecycle, userId)
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test('a plan that sells overage refuses with its spending limit', async () => {
  const userId = await lifecycle.account('starter', 0)
  await expect(lifecycle.submit(userId)).rejects.toMatchObject({ status: 402, message: 'Spending limit reached' })
  expect(await lifecycle.violations(userId)).toEqual([])
})

test('an account without a limit has as many active jobs as its plan allows, and the others wait', async () => {
  const userId = await lifecycle.account('enterprise')
  await Promise.all(many(60).map(() => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })))
  expect((await lifecycle.allowance(userId)).active).toHaveLength(60)
  expect(await lifecycle.violations(userId)).toEqual([])
})

test('an account without a billing state has the free plan', async () => {
  const userId = randomUUID()
  await Promise.all(many(5).map(() => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })))
  expect(await lifecycle.allowance(userId)).toMatchObject({ tier: 'free', callLimit: 100, used: 5, concurrency: 2 })
  expect(await lifecycle.violations(userId)).toEqual([])
})

describe('the same request id', () => {
  test('twenty times at once: one job, one call, and all are answered with it', async () => {
    const userId = await lifecycle.account('free')
    const requestId = randomUUID()
    const answers = await Promise.all(
      many(20).map(() => submit(lifecycle.deps, lifecycle.draft(userId, { requestId }), { signedUpAt })),
    )
    expect(new Set(answers.map(({ job }) => job._id)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect((await lifecycle.allowance(userId)).used).toBe(1)
    expect(await lifecycle.violations(userId)).toEqual([])
  })

  test('twenty times at once with one call left: none gets the limit', async () => {
    const userId = await lifecycle.account('free', 1)
    const requestId = randomUUID()
    const answers = await Promise.all(
      many(20).map(() => submit(lifecycle.deps, lifecycle.draft(userId, { requestId }), { signedUpAt })),
    )
    expect(new Set(answers.map(({ job }) => job._id)).size).toBe(1)
  })

  test('with another body is a conflict and costs nothing', async () => {
    const userId = await lifecycle.account('free')
    const { requestId } = await lifecycle.submit(userId, { userText: 'One' })
    await expect(lifecycle.submit(userId, { requestId, userText: 'Two' })).rejects.toMatchObject({
      status: 409,
      code: 'request_id_reused',
      message: 'Request ID already used with a different request',
    })
    await expect(lifecycle.submit(userId, { requestId, userText: 'One' }, 'reply')).rejects.toMatchObject({
      status: 409,
    })
    expect((await lifecycle.allowance(userId)).used).toBe(1)
  })

  test('of two accounts makes two jobs', async () => {
    const requestId = randomUUID()
    const one = await lifecycle.submit(await lifecycle.account('free'), { requestId })
    const two = await lifecycle.submit(await lifecycle.account('free'), { requestId })
    expect(one._id).not.toBe(two._id)
  })

  test('is free again after a refusal', async () => {
    const userId = await lifecycle.account('free', 0)
    const requestId = randomUUID()
    await expect(lifecycle.submit(userId, { requestId })).rejects.toMatchObject({ status: 402 })
    await lifecycle.deps.allowances.change({ _id: userId }, { $inc: { callLimit: 1, planCalls: 1 } })
    expect((await lifecycle.submit(userId, { requestId })).status).toBe('pending')
    expect(await lifecycle.violations(userId)).toEqual([])
  })

  test('after its end finds the job that ended', async () => {
    const userId = await lifecycle.account('free')
    const { requestId, _id } = await lifecycle.submit(userId)
    await completeAll(lifecycle, userId)
    expect(await lifecycle.submit(userId, { requestId })).toMatchObject({ _id, status: 'completed' })
  })
})

describe('an accepted job', () => {
  test('that is active is requested at once; a waiting one is not', async () => {
    const userId = await lifecycle.account('free')
    const [first, , third] = [
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
    ]
    await lifecycle.flushed()
    const publishedOf = (id: string) =>
      lifecycle.published.filter(({ data }) => (data as { jobId: string }).jobId === id).map(({ event }) => event.type)
    expect(first).toMatchObject({ status: 'pending', queue: 'active', attempt: 1, startedAttempt: 0, version: 1 })
    expect(publishedOf(first._id)).toEqual(['speech-requested', 'job-progressed'])
    expect(third).toMatchObject({ status: 'pending', queue: 'waiting', version: 1 })
    expect(publishedOf(third?._id ?? '')).not.toContain('speech-requested')
  })

  test('goes by the bulk lane with a long text, whatever else its account has', async () => {
    const userId = await lifecycle.account('free')
    const { lane } = await lifecycle.submit(userId, { userText: 'a'.repeat(1_001) })
    expect(lane).toBe('bulk')
  })
  test('goes by the fast lane while its account has fewer than two active jobs, however many come at once', async () => {
    const userId = await lifecycle.account('enterprise')
    const made = await Promise.all(many(12).map(() => submit(lifecycle.deps, lifecycle.draft(userId), { signedUpAt })))
    const lanes = made.map(({ job }) => job.lane)
    expect(lanes.filter((lane) => lane === 'fast')).toHaveLength(2)
    expect(lanes.filter((lane) => lane === 'bulk')).toHaveLength(10)
  })
})

test('what the operator sets stays what it is when it is counted again', async () => {
  const userId = await lifecycle.account('free')
  await lifecycle.submit(userId)
  await completeAll(lifecycle, userId)
  for (const wanted of [50, 3, 0, 99]) {
    const { used, rev } = await lifecycle.allowance(userId)
    await lifecycle.deps.allowances.change(
      { _id: userId, rev },
      { $inc: { used: wanted - used, adjustment: wanted - used } },
    )
    expect(await recount(lifecycle.deps, userId)).toBe(true)
    expect((await lifecycle.allowance(userId)).used).toBe(wanted)
  }
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})
