import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { nameOfDatabase } from '@utter/testing/setup/databases'
import type { mongo } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import { countUsage } from '../../../src/lifecycle/repair/count-usage.ts'
import { counts } from '../../../src/store/jobs/counts.ts'
import { sumTimeMs } from '../../../src/store/jobs/usage.ts'
import { openJobs } from '../../../src/store/jobs.ts'
import { aJob, now } from '../../support/a-job.ts'
import { type JobTrials, later, openJobTrials } from '../../support/trials.ts'

let trials: JobTrials
beforeAll(async () => {
  trials = await openJobTrials('job-counts')
})
beforeEach(() => trials.collection.deleteMany({}))
afterAll(() => trials[Symbol.asyncDispose]())

const [{ userId }, { userId: stranger }] = [aJob(), aJob()]
let count = 0
const stored = async (more: Partial<Job> = {}): Promise<Job> => {
  const job: Job = { ...aJob(), userId, requestId: `request ${count++}`, ...more }
  await trials.collection.insertOne(job, { ignoreUndefined: true })
  return job
}

describe('the position of a waiting job', () => {
  const waiting = (batch: number, ms: number, more: Partial<Job> = {}) =>
    stored({ queue: 'waiting', batch, createdAt: later(ms), ...more })

  test('counts those that go before it: single ones before those of batches, older before younger', async () => {
    // In their order.
    const jobs = [
      await waiting(0, 2),
      await waiting(0, 3),
      await waiting(0, 5),
      await waiting(1, 1),
      await waiting(1, 4),
      await waiting(1, 6),
    ]
    for (const batch of [0, 1])
      for (const ms of [0, 2, 4, 7]) {
        await waiting(batch, ms, { queue: 'active' })
        await waiting(batch, ms, { userId: stranger })
      }
    const { waitingBefore, waitingBeforeEach } = trials.store
    for (const [index, job] of jobs.entries()) expect(await waitingBefore(job)).toBe(index)
    const each = (...indexes: number[]) =>
      waitingBeforeEach(
        userId,
        indexes.map((index) => jobs[index] as Job),
      )
    const positions = new Map(jobs.map(({ _id }, index) => [_id, index]))
    expect(await each(0, 1, 2, 3, 4, 5)).toEqual(positions)
    const between = (...indexes: number[]) => new Map(indexes.map((index) => [jobs[index]?._id, index]))
    expect(await each(2, 1)).toEqual(between(1, 2))
    expect(await each(1)).toEqual(between(1))
    expect(await each(4)).toEqual(between(4))
    expect(await each(5, 4)).toEqual(between(4, 5))
    expect(await waitingBeforeEach(userId, [{ ...(jobs[1] as Job), queue: 'active' }])).toEqual(new Map())
    expect(await trials.store.waitingBeforeAll(userId, jobs)).toEqual(positions)
    expect(await trials.store.waitingBeforeAll(userId, [jobs[5], jobs[1]] as Job[])).toEqual(between(5, 1))
    // Two of one millisecond have one place.
    const twin = await waiting(1, 4)
    expect(await trials.store.waitingBeforeAll(userId, [...jobs, twin])).toEqual(
      new Map([...positions, [twin._id, 4], [jobs[5]?._id, 6]]),
    )
  })

  test('is counted up to a bound, so that a queue of any length costs no more', async () => {
    const jobs: Job[] = []
    for (const batch of [0, 1]) for (let ms = 0; ms < 4; ms++) jobs.push(await waiting(batch, ms))
    const bounded = counts(trials.model, 5)
    const places = [0, 1, 2, 3, 4, 5, 5, 5]
    const expected = new Map(jobs.map(({ _id }, index) => [_id, places[index]]))
    expect(await bounded.waitingBeforeAll(userId, jobs)).toEqual(expected)
    expect(await bounded.waitingBeforeEach(userId, jobs)).toEqual(expected)
    for (const job of jobs) expect(await bounded.waitingBefore(job)).toBe(expected.get(job._id))
  })
})

test('calls that are owed of a segment, by the key that took them', async () => {
  const call = { period: now, owed: true }
  await stored({ call, keyId: 'key' })
  await stored({ call, keyId: 'key' })
  await stored({ call })
  await stored({ call: { period: now, owed: false } })
  await stored({ call: { period: later(1), owed: true } })
  await stored({ call, userId: stranger })
  const counted = await trials.store.countOwed(userId, now)
  expect(counted.toSorted((a, b) => a.calls - b.calls)).toStrictEqual([{ calls: 1 }, { keyId: 'key', calls: 2 }])
})

test.each<[string, Partial<Job>, boolean]>([
  ['pending', { status: 'pending' }, true],
  ['processing', { status: 'processing' }, true],
  ['pending since an earlier segment', { status: 'pending', call: { period: later(-1), owed: true } }, true],
  ['pending in a later segment', { status: 'pending', call: { period: later(1), owed: true } }, false],
  ['completed', { status: 'completed' }, false],
  ['pending in another account', { userId: stranger }, false],
])('a segment is open while a job of it may change: %s', async (_name, more, isOpen) => {
  await stored(more)
  expect(await trials.store.hasOpen(userId, now)).toBe(isOpen)
})

test('failures that the account’s own text has caused, since a time', async () => {
  const fault: Partial<Job> = { status: 'failed', ownFault: true, completedAt: now }
  await stored(fault)
  await stored({ ...fault, completedAt: later(1) })
  await stored({ ...fault, completedAt: later(-1) })
  await stored({ status: 'failed', completedAt: now })
  await stored({ ...fault, userId: stranger })
  expect(await trials.store.countOwnFaults(userId, now, 5)).toBe(2)
  expect(await trials.store.countOwnFaults(userId, now, 1)).toBe(1)
})

test('jobs of a status, and unpublished ones of all accounts', async () => {
  await stored({ status: 'failed', unpublishedSince: now })
  await stored({ status: 'failed' })
  await stored({ status: 'completed', unpublishedSince: now, userId: stranger })
  await stored({ status: 'failed', userId: stranger })
  expect(await trials.store.countByStatus(userId, 'failed')).toBe(2)
  expect(await trials.store.countUnpublished(10)).toBe(2)
  expect(await trials.store.countUnpublished(1)).toBe(1)
})

describe('usage', () => {
  const used = (ms: number, more: Partial<Job> = {}) =>
    stored({ status: 'completed', completedAt: later(ms), call: { period: now, owed: true }, voiceId: 'joe', ...more })

  const free = { period: now, owed: false }
  const noEnds = { completed: 0, failed: 0, cancelled: 0, cached: 0 }

  test('calls and ends of the jobs that ended in a time, by key and voice, and when the first of them did', async () => {
    await used(-1)
    await used(10)
    await used(2, { userId: stranger })
    const { usageBetween, firstEnded } = trials.store
    expect(await firstEnded(userId, now, later(10))).toBeUndefined()
    await used(3)
    await used(9, { keyId: 'key' })
    await used(4, { voiceId: 'slt', cached: true, call: free })
    await used(4, { voiceId: 'slt', joined: true, call: free })
    await used(4, { voiceId: 'slt', status: 'failed', code: 'timed_out', call: free })
    await used(4, { voiceId: 'slt', status: 'failed', code: 'cancelled', call: free })
    expect(await firstEnded(userId, now, later(10))).toEqual(later(3))
    await used(0)
    expect(await firstEnded(userId, now, later(10))).toEqual(now)
    const { rows } = await usageBetween(userId, now, later(10))
    expect(new Set(rows)).toEqual(
      new Set([
        { keyId: null, voiceId: 'joe', calls: 2, ends: { ...noEnds, completed: 2 } },
        { keyId: 'key', voiceId: 'joe', calls: 1, ends: { ...noEnds, completed: 1 } },
        { keyId: null, voiceId: 'slt', calls: 0, ends: { completed: 0, failed: 1, cancelled: 1, cached: 2 } },
      ]),
    )
  })

  test('a deleted job counts as it had ended', async () => {
    await used(1, { status: 'deleted', endedAs: 'completed' })
    await used(1, { status: 'deleted', endedAs: 'completed', cached: true, call: free })
    await used(1, { status: 'deleted', endedAs: 'failed', code: 'cancelled', call: free })
    await used(1, { status: 'deleted', endedAs: 'failed', code: 'timed_out', call: free })
    const { rows } = await trials.store.usageBetween(userId, now, later(10))
    expect(rows).toMatchObject([{ calls: 1, ends: { completed: 1, failed: 1, cancelled: 1, cached: 1 } }])
  })

  test('calls by their segments, and times of the jobs that were spoken, to their end and to their first sound', async () => {
    const [day, next] = [later(-86_400_000), later(86_400_000)]
    const took = (ms: number, more: Partial<Job> = {}) => used(0, { createdAt: later(-ms), ...more })
    await took(1_000)
    await took(1_020, { audibleAt: later(-500), call: { period: day, owed: true } })
    await took(4_000)
    await took(-5)
    await took(7 * 86_400_000)
    await took(2_000, { cached: true, call: free })
    await took(2_000, { joined: true, call: free })
    await took(2_000, { status: 'failed', code: 'timed_out', audibleAt: now, call: free })
    const { segments = [], times = [], soundTimes = [] } = await trials.store.usageBetween(userId, day, next)
    expect(new Set(segments)).toEqual(
      new Set([
        { period: now, calls: 4 },
        { period: day, calls: 1 },
      ]),
    )
    // 8 · log₂ of the ms, rounded down; no time is below a millisecond, and a day is the longest.
    expect(times.toSorted((a, b) => a.step - b.step)).toEqual([
      { step: 0, jobs: 1 },
      { step: 79, jobs: 2 },
      { step: 95, jobs: 1 },
      { step: 210, jobs: 1 },
    ])
    expect(soundTimes).toEqual([{ step: 72, jobs: 1 }])
  })
})

test('calls are counted for a recount, or a sum, for longer than a request waits, and less long than the driver does', async () => {
  const options = { monitorCommands: true }
  const url = inject('backing').MONGO_URL
  const { connection, close } = await openMongo(
    url,
    nameOfDatabase('job-count-times'),
    createLog('jobs', 'silent'),
    options,
  )
  const jobs = await openJobs(connection)
  await jobs.insert(aJob({ userId, call: { period: now, owed: true }, completedAt: now }))
  const times: number[] = []
  connection.getClient().on('commandStarted', ({ command }: mongo.CommandStartedEvent) => {
    if (command.aggregate) times.push(command.maxTimeMS)
  })
  const days = async (timeMs?: number) => {
    for await (const { rows } of countUsage({ jobs }, userId, later(-86_400_000), later(1), timeMs)) return rows
  }
  expect(await jobs.countOwed(userId, now)).toEqual([{ calls: 1 }])
  expect(await days(sumTimeMs)).toMatchObject([{ calls: 1 }])
  expect(await days()).toMatchObject([{ calls: 1 }])
  expect(times).toEqual([15_000, 15_000, 4_000])
  await close()
})
