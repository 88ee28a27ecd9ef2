import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { aJob, now } from '../support/a-job.ts'
import { type JobTrials, later, openJobTrials } from '../support/trials.ts'

let trials: JobTrials
beforeAll(async () => {
  trials = await openJobTrials('job-store')
})
beforeEach(() => trials.collection.deleteMany({}))
afterAll(() => trials[Symbol.asyncDispose]())

const { userId } = aJob()
let count = 0
/** A stored job of the account. */
async function stored(more: Partial<Job> = {}): Promise<Job> {
  const job: Job = { ...aJob(), userId, requestId: `request ${count++}`, createdAt: later(count), ...more }
  await trials.collection.insertOne(job, { ignoreUndefined: true })
  return job
}
const foreign = aJob().userId
const idsOf = (jobs: { _id: string }[]) => jobs.map(({ _id }) => _id)
/** For reads that promise no order. */
const setOf = (jobs: { _id: string }[]) => new Set(idsOf(jobs))

describe('an insertion', () => {
  const job = aJob({ requestId: 'same' })
  const again = { ...aJob({ requestId: 'same' }), userId: job.userId }
  const broken = { ...aJob(), metadata: { 'a\0': 1 } }

  test('takes a request id once in an account', async () => {
    expect(await trials.store.insert(job)).toBe(true)
    expect(await trials.store.insert(again)).toBe(false)
    expect(await trials.store.insert({ ...again, userId: foreign })).toBe(true)
  })

  test('of many returns those whose request id is new', async () => {
    const other = aJob()
    expect(await trials.store.insertAll([job, other])).toEqual(new Set([job._id, other._id]))
    const third = aJob()
    expect(await trials.store.insertAll([again, third])).toEqual(new Set([third._id]))
  })

  test('fails for another reason than a request id that was used', async () => {
    await expect(trials.store.insert(broken)).rejects.toThrow('null')
    await expect(trials.store.insertAll([broken])).rejects.toThrow('null')
  })
})

test('reads by id and request find the jobs of the account alone', async () => {
  const [job, other] = [await stored(), await stored()]
  const ids = [job._id, 'gone']
  const { userText: _text, ttsSettings: _settings, timeline: _timeline, ...state } = job
  const { read, byId, byRequest, byRequests, readAll, states, firstOf } = trials.store
  expect(await read(userId, job._id)).toEqual(job)
  expect(await byId(job._id)).toEqual(job)
  expect(await byRequest(userId, job.requestId)).toEqual(job)
  expect(await byRequests(userId, [job.requestId, 'gone'])).toEqual([job])
  expect(await readAll(userId, ids)).toEqual([job])
  expect(await states(userId, ids)).toEqual([state])
  expect(setOf(await firstOf(userId, 10))).toEqual(setOf([job, other]))
  expect(await firstOf(userId, 1)).toHaveLength(1)
  expect([await read(foreign, job._id), await byId('gone'), await byRequest(foreign, job.requestId)]).toEqual([
    null,
    null,
    null,
  ])
  const foreigners = [
    await byRequests(foreign, [job.requestId]),
    await readAll(foreign, ids),
    await states(foreign, ids),
    await firstOf(foreign, 10),
  ]
  expect(foreigners.flat()).toEqual([])
})

test('the first waiting jobs: single ones before those of batches, older before younger', async () => {
  const waiting = { queue: 'waiting' as const, keyId: 'key' }
  const batch = await stored({ ...waiting, batch: 1 })
  const [young, old] = [await stored({ ...waiting, createdAt: later(900) }), await stored(waiting)]
  await stored({ queue: 'active' })
  await stored({ ...waiting, userId: foreign })
  const { firstWaiting } = trials.store
  expect(await firstWaiting(userId, [], 10)).toEqual(
    [old, young, batch].map(({ _id, call, keyId }) => ({ _id, call, keyId })),
  )
  expect(idsOf(await firstWaiting(userId, [old._id], 1))).toEqual([young._id])
})

test('ended jobs of an account, and those that never were active and are unsettled', async () => {
  const [completed, failed] = [await stored({ status: 'completed' }), await stored({ status: 'failed', attempt: 2 })]
  const unsettled = await stored({ status: 'failed', unsettled: true })
  await stored({ status: 'failed', unsettled: true, attempt: 1, userId: foreign })
  await stored({ status: 'failed', unsettled: true, userId: foreign })
  await stored({ status: 'processing', unsettled: true, attempt: 1 })
  const { ended, unsettledNeverActive } = trials.store
  expect(setOf(await ended(userId))).toEqual(setOf([completed, failed, unsettled]))
  expect(idsOf(await unsettledNeverActive(userId))).toEqual([unsettled._id])
})

test('the jobs of a batch that were accepted, in its order', async () => {
  const of = (batchIndex: number, status: Job['status'], more: Partial<Job> = {}) =>
    stored({ batchId: 'batch', batchIndex, status, ...more })
  const third = await of(3, 'completed')
  const others = [await of(0, 'pending'), await of(1, 'processing'), await of(2, 'failed')]
  await of(4, 'submitting')
  await of(5, 'deleted')
  await of(6, 'pending', { userId: foreign })
  await of(7, 'pending', { batchId: 'another' })
  expect(idsOf(await trials.store.ofBatch(userId, 'batch'))).toEqual(idsOf([...others, third]))
})

test('accepted requests are counted, deleted ones too', async () => {
  const jobs = [await stored(), await stored({ status: 'deleted' }), await stored({ status: 'submitting' })]
  await stored()
  const requests = jobs.map(({ requestId }) => requestId)
  expect(await trials.store.countAccepted(userId, requests)).toBe(2)
  expect(await trials.store.countAccepted(foreign, requests)).toBe(0)
})

test('the latest spoken jobs with a key, the latest first', async () => {
  const spoken = (ms: number, more: Partial<Job> = {}) =>
    stored({ status: 'completed', cacheKey: 'key', completedAt: later(ms), ...more })
  await spoken(-1)
  const found = [await spoken(2), await spoken(1), await spoken(0)]
  await spoken(3, { status: 'deleted' })
  await spoken(3, { cacheKey: 'another' })
  await spoken(3, { userId: foreign })
  expect(await trials.store.spokenSince(userId, 'key', now)).toEqual(found.map(({ _id, kind }) => ({ _id, kind })))
})

describe('what is due', () => {
  test.each([
    ['unsettled', { status: 'failed', unsettled: true } as const, 'completedAt'],
    ['submittingSince', { status: 'submitting' } as const, 'createdAt'],
  ] as const)('%s: the oldest first, from its time on', async (name, fields, at) => {
    const [second, first] = [await stored({ ...fields, [at]: now }), await stored({ ...fields, [at]: later(-1) })]
    await stored({ ...fields, [at]: later(1) })
    await stored({ completedAt: now, createdAt: now })
    const find = trials.store[name]
    expect(idsOf(await find(now, 10))).toEqual(idsOf([first, second]))
    expect(idsOf(await find(now, 1))).toEqual([first._id])
    expect(idsOf(await find(now, 10, [first._id]))).toEqual([second._id])
  })

  test.each([
    ['leaseOverdue', 'dueAt', { queue: 'active' }, 10_000],
    ['leaseDeletions', 'removalSince', { status: 'deleted' }, 10_000],
    ['leaseExpired', 'expiresAt', { status: 'completed' }, 60_000],
    ['leaseForgettable', 'forgetAt', { status: 'deleted' }, 60_000],
  ] as const)('%s: for one replica', async (name, field, fields, leaseMs) => {
    const [job, leftOut] = [await stored({ ...fields, [field]: now }), await stored({ ...fields, [field]: now })]
    await stored({ ...fields, [field]: later(1) })
    const lease = () =>
      name === 'leaseDeletions'
        ? trials.store.leaseDeletions(now, now, 10, [leftOut._id])
        : trials.store[name](now, 10, [leftOut._id])
    const { leased } = await lease()
    expect(idsOf(leased)).toEqual([job._id])
    const until = leased[0]?.[field]
    expect([until && until >= later(leaseMs), until && until < later(1.2 * leaseMs)]).toEqual([true, true])
    expect((await lease()).leased).toEqual([])
  })

  test('a step that is overdue is one of an active job', async () => {
    await stored({ queue: 'none', dueAt: now })
    expect(await trials.store.leaseOverdue(now, 10)).toEqual({ found: 0, leased: [] })
  })
})

test('jobs that play an audio: up to two that are not deleted', async () => {
  const spoken = await stored({ status: 'completed' })
  const copy = await stored({ status: 'submitting', sameAs: spoken._id })
  await stored({ status: 'completed' })
  const another = await stored({ status: 'completed', sameAs: spoken._id, userId: foreign })
  const holders = () => trials.store.holdersOf(userId, spoken._id)
  expect(idsOf(await trials.store.holdersOf(foreign, spoken._id))).toEqual([another._id])
  expect(new Set(await holders())).toEqual(new Set([spoken, copy].map(({ _id, status }) => ({ _id, status }))))
  await trials.collection.updateOne({ _id: copy._id }, { $set: { status: 'deleted' } })
  expect(idsOf(await holders())).toEqual([spoken._id])
  await trials.collection.updateOne({ _id: spoken._id }, { $set: { status: 'deleted' } })
  await stored({ sameAs: spoken._id })
  await stored({ sameAs: spoken._id })
  await stored({ sameAs: spoken._id })
  expect(await holders()).toHaveLength(2)
})
