import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import type { JobStore } from '../../../src/store/jobs.ts'
import { aJob, now } from '../../support/a-job.ts'
import { type JobTrials, later, openJobTrials } from '../../support/trials.ts'

let trials: JobTrials
beforeAll(async () => {
  trials = await openJobTrials('job-updates')
})
afterAll(() => trials[Symbol.asyncDispose]())

type Fields = Partial<Job>
type Update = {
  name: string
  /** A job to which it applies. */
  to: Fields
  act(store: JobStore, job: Job): Promise<unknown>
  /** The changed fields; null: a field, or the job, is removed. */
  changed: object | null
  /** Jobs that it leaves alone. */
  not: Fields[]
}
const ended: Fields = { status: 'completed', completedAt: now, timeline: [], queue: 'none' }
const deleted: Fields = { status: 'deleted', endedAs: 'completed' }
/** Every field that a deleted job loses, and some that it keeps. */
const full: Fields = {
  ...ended,
  ...{ aiResponse: 'Well', metadata: { a: 1 }, tags: ['a'], webhookUrl: 'https://a.example' },
  ...{ delivery: { startedAt: now }, audio: { name: 'a.mp3', sizeBytes: 1, durationMs: 1 } as never, work: {} },
  ...{
    error: 'None',
    code: 'none',
    cacheKey: 'k',
    expiresAt: now,
    unpublishedSince: now,
    call: { period: now, owed: true },
  },
}
const { userText: _, ...lost } = {
  ...{ userText: null, aiResponse: null, metadata: null, tags: null, ttsSettings: null, webhookUrl: null },
  ...{ delivery: null, sessionId: null, timeline: null, audio: null, work: null, error: null },
  ...{ cacheKey: null, expiresAt: null, unpublishedSince: null },
}
const attempted = {
  attempts: 2,
  delivered: true,
  firstAttemptAt: now.toISOString(),
  deliveredAt: later(5).toISOString(),
}

const updates: Update[] = [
  {
    name: 'a guarded update',
    to: { version: 3 },
    act: (store, { _id, userId }) => store.update({ _id, userId, version: 3 }, { $set: { progress: 7 } }),
    changed: { progress: 7 },
    not: [{ version: 4 }],
  },
  {
    name: 'an update of submitting jobs',
    to: { status: 'submitting' },
    act: (store, job) => store.updateSubmitting([{ ...job, update: { $set: { progress: 7 } } }]),
    changed: { progress: 7 },
    not: [{ status: 'pending' }],
  },
  {
    name: 'the removal of a submitting job',
    to: { status: 'submitting' },
    act: (store, { _id, userId }) => store.removeSubmitting(userId, [_id]),
    changed: null,
    not: [{ status: 'pending' }],
  },
  {
    name: 'the removal of an ended job',
    to: { ...ended, version: 3 },
    act: (store, job) => store.removeEnded([{ ...job, version: 3 }]),
    changed: null,
    not: [{ version: 4 }],
  },
  {
    name: 'a settlement, with the end of the lifetime',
    to: { ...ended, unsettled: true },
    act: (store, { _id, userId }) => store.markSettled([{ _id, userId, expiresAt: later(9) }]),
    changed: { unsettled: null, expiresAt: later(9) },
    not: [{ unsettled: undefined as never }],
  },
  {
    name: 'a settlement of a job without a lifetime',
    to: { ...ended, unsettled: true },
    act: (store, { _id, userId }) => store.markSettled([{ _id, userId }]),
    changed: { unsettled: null },
    not: [],
  },
  {
    name: 'the tries of a webhook',
    to: ended,
    act: (store, { _id, userId }) => store.countWebhook(userId, _id, attempted),
    changed: { webhookAttempts: 2, webhookDelivered: true, delivery: { startedAt: now, endedAt: later(5) } },
    not: [{ status: 'processing' }, deleted],
  },
  {
    name: 'a deletion',
    to: full,
    act: (store, job) => store.markDeleted(job, 'completed', now, later(7)),
    changed: { ...lost, userText: null, ...deleted, removalSince: now, forgetAt: later(7) },
    not: [{ status: 'failed' }, { unsettled: true }, deleted],
  },
  {
    name: 'a deletion that was published',
    to: { ...deleted, removalSince: now },
    act: (store, job) => store.markDeletionPublished(job),
    changed: { removalSince: null },
    not: [{ status: 'completed' }],
  },
  {
    name: 'a deleted job that is examined later',
    to: { ...deleted, forgetAt: now },
    act: (store, job) => store.forgetLater(job, later(8)),
    changed: { forgetAt: later(8) },
    not: [{ status: 'completed' }],
  },
  {
    name: 'a deleted job that is forgotten',
    to: deleted,
    act: (store, job) => store.forget(job),
    changed: null,
    not: [{ status: 'completed' }, { removalSince: now }],
  },
]

describe.each(updates)('$name', ({ to, act, changed, not }) => {
  test('changes its job, and no other', async () => {
    expect((await trials.trial(to, {}, (job) => act(trials.store, job))).changed).toEqual(changed)
  })

  test.each(not)('leaves a job alone that has %o', async (more) => {
    expect((await trials.trial(to, more, (job) => act(trials.store, job))).changed).toEqual({})
  })

  test('leaves the job of another account alone', async () => {
    const { userId } = aJob()
    expect((await trials.trial(to, {}, (job) => act(trials.store, { ...job, userId }))).changed).toEqual({})
  })
})

describe('results', () => {
  test('a guarded update returns the job after it, or null', async () => {
    const update = (version: number) => (job: Job) =>
      trials.store.update({ _id: job._id, userId: job.userId, version }, { $set: { progress: 7 } })
    expect((await trials.trial({ version: 3 }, {}, update(3))).result).toMatchObject({ version: 3, progress: 7 })
    expect((await trials.trial({ version: 3 }, {}, update(4))).result).toBeNull()
  })

  test('removed jobs are counted', async () => {
    const remove = (count: number) => (job: Job) =>
      trials.store.removeEnded([job, { ...job, version: 9 }].slice(0, count))
    expect((await trials.trial(ended, {}, remove(0))).result).toBe(0)
    expect((await trials.trial(ended, {}, remove(2))).result).toBe(1)
  })

  test('a deletion returns the job without what it has lost, or null', async () => {
    const markDeleted = (job: Job) => trials.store.markDeleted(job, 'completed', now, later(7))
    const { result } = await trials.trial(full, {}, markDeleted)
    expect(result).toMatchObject({ ...deleted, call: full.call, removalSince: now, forgetAt: later(7) })
    expect((await trials.trial(full, { unsettled: true }, markDeleted)).result).toBeNull()
  })
})

describe('tries of a webhook', () => {
  const count = (to: Fields, more: Partial<typeof attempted>) =>
    trials.trial({ ...ended, ...to }, {}, ({ _id, userId }) =>
      trials.store.countWebhook(userId, _id, {
        ...attempted,
        delivered: false,
        deliveredAt: undefined as never,
        ...more,
      }),
    )

  test('that were reported without their times are counted alone', async () => {
    expect((await count({}, { firstAttemptAt: undefined as never })).changed).toEqual({ webhookAttempts: 2 })
    expect((await count({}, {})).changed).toEqual({ webhookAttempts: 2, delivery: { startedAt: now } })
  })

  test('never fall back', async () => {
    const later3 = { webhookAttempts: 3, webhookDelivered: true, delivery: { startedAt: now, endedAt: later(4) } }
    expect((await count(later3, { deliveredAt: later(5).toISOString() })).changed).toEqual({})
  })
})
