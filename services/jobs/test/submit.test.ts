import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recount } from '../src/lifecycle/recount.ts'
import { submit } from '../src/lifecycle/submit.ts'
import { completeAll } from './support/ends.ts'
import { type Conductor, openConductor, signedUpAt } from './support/open-lifecycle.ts'

let road: Conductor
beforeAll(async () => {
  road = await openConductor('jobs-submit')
})
afterAll(() => road.close())

const many = (count: number) => Array.from({ length: count })

test('a hundred submissions at once with ten calls left: ten are accepted, ninety are told the limit', async () => {
  const userId = await road.account('free', 10)
  const ends = await Promise.allSettled(many(100).map(() => submit(road.deps, road.draft(userId), signedUpAt)))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(new Set(refused.map(({ status, code, message }) => `${status} ${code} ${message}`))).toEqual(
    new Set(['402 call_limit_reached API call limit reached']),
  )
  expect(await road.violations(userId)).toEqual([])
  expect((await road.allowance(userId)).used).toBe(100)
  await completeAll(road, userId)
  await road.sweep(userId)
  expect(await road.violationsAtRest(userId)).toEqual([])
})

test('a plan that sells overage says that the spending limit is reached', async () => {
  const userId = await road.account('starter', 0)
  await expect(road.submit(userId)).rejects.toMatchObject({ status: 402, message: 'Spending limit reached' })
  expect(await road.violations(userId)).toEqual([])
})

test('an account without a limit takes as many as it has places, and the others wait', async () => {
  const userId = await road.account('enterprise')
  await Promise.all(many(60).map(() => submit(road.deps, road.draft(userId), signedUpAt)))
  expect((await road.allowance(userId)).places).toHaveLength(60)
  expect(await road.violations(userId)).toEqual([])
})

test('an account that nobody has heard of has the free plan', async () => {
  const userId = randomUUID()
  await Promise.all(many(5).map(() => submit(road.deps, road.draft(userId), signedUpAt)))
  expect(await road.allowance(userId)).toMatchObject({ tier: 'free', room: 100, used: 5, limit: 2 })
  expect(await road.violations(userId)).toEqual([])
})

describe('the same request id', () => {
  test('twenty times at once: one job, one call, and all are answered with it', async () => {
    const userId = await road.account('free')
    const requestId = randomUUID()
    const answers = await Promise.all(
      many(20).map(() => submit(road.deps, road.draft(userId, { requestId }), signedUpAt)),
    )
    expect(new Set(answers.map(({ job }) => job._id)).size).toBe(1)
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect((await road.allowance(userId)).used).toBe(1)
    expect(await road.violations(userId)).toEqual([])
  })

  test('twenty times at once with one call left: none is told the limit', async () => {
    const userId = await road.account('free', 1)
    const requestId = randomUUID()
    const answers = await Promise.all(
      many(20).map(() => submit(road.deps, road.draft(userId, { requestId }), signedUpAt)),
    )
    expect(new Set(answers.map(({ job }) => job._id)).size).toBe(1)
  })

  test('with another body is a conflict and costs nothing', async () => {
    const userId = await road.account('free')
    const { requestId } = await road.submit(userId, { userText: 'One' })
    await expect(road.submit(userId, { requestId, userText: 'Two' })).rejects.toMatchObject({
      status: 409,
      code: 'request_id_reused',
      message: 'Request ID already used with a different request',
    })
    await expect(road.submit(userId, { requestId, userText: 'One' }, 'reply')).rejects.toMatchObject({ status: 409 })
    expect((await road.allowance(userId)).used).toBe(1)
  })

  test('of two accounts makes two jobs', async () => {
    const requestId = randomUUID()
    const one = await road.submit(await road.account('free'), { requestId })
    const two = await road.submit(await road.account('free'), { requestId })
    expect(one._id).not.toBe(two._id)
  })

  test('is free again after a refusal', async () => {
    const userId = await road.account('free', 0)
    const requestId = randomUUID()
    await expect(road.submit(userId, { requestId })).rejects.toMatchObject({ status: 402 })
    await road.deps.allowances.change({ _id: userId }, { $inc: { room: 1 } })
    expect((await road.submit(userId, { requestId })).status).toBe('pending')
    expect(await road.violations(userId)).toEqual([])
  })

  test('after its end finds the job that ended', async () => {
    const userId = await road.account('free')
    const { requestId, _id } = await road.submit(userId)
    await completeAll(road, userId)
    expect(await road.submit(userId, { requestId })).toMatchObject({ _id, status: 'completed' })
  })
})

describe('an accepted job', () => {
  test('on the road is asked for at once; one that waits is not', async () => {
    const userId = await road.account('free')
    const [first, , third] = [await road.submit(userId), await road.submit(userId), await road.submit(userId)]
    await road.told()
    const saidOf = (id: string) =>
      road.published.filter(({ data }) => (data as { jobId: string }).jobId === id).map(({ event }) => event.type)
    expect(first).toMatchObject({ status: 'pending', queue: 'road', attempt: 1, begun: 0, version: 1 })
    expect(saidOf(first._id)).toEqual(['speech-requested', 'job-progressed'])
    expect(third).toMatchObject({ status: 'pending', queue: 'waiting', version: 1 })
    expect(saidOf(third?._id ?? '')).not.toContain('speech-requested')
  })

  test('goes by the fast lane while its account has fewer than two on the road, however many come at once', async () => {
    const userId = await road.account('enterprise')
    const made = await Promise.all(many(12).map(() => submit(road.deps, road.draft(userId), signedUpAt)))
    const lanes = made.map(({ job }) => job.lane)
    expect(lanes.filter((lane) => lane === 'fast')).toHaveLength(2)
    expect(lanes.filter((lane) => lane === 'bulk')).toHaveLength(10)
  })
})

test('what the operator sets stays what it is when it is counted again', async () => {
  const userId = await road.account('free')
  await road.submit(userId)
  await completeAll(road, userId)
  for (const wanted of [50, 3, 0, 99]) {
    const { used, rev } = await road.allowance(userId)
    await road.deps.allowances.change({ _id: userId, rev }, { $inc: { used: wanted - used, base: wanted - used } })
    expect(await recount(road.deps, userId)).toBe(true)
    expect((await road.allowance(userId)).used).toBe(wanted)
  }
  await road.sweep(userId)
  expect(await road.violationsAtRest(userId)).toEqual([])
})
