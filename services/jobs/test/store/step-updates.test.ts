import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import * as steps from '../../src/store/step-updates.ts'
import { now } from '../support/a-job.ts'
import { type JobTrials, later, openJobTrials } from '../support/trials.ts'

let trials: JobTrials
beforeAll(async () => {
  trials = await openJobTrials('step-updates')
})
afterAll(() => trials[Symbol.asyncDispose]())

type Fields = Partial<Job>
const work = { provider: 'openai', model: 'm', tokens: 7 }
const audio = { name: 'a.mp3', sizeBytes: 4, durationMs: 1_000, peaks: [0.5] }
const call = { period: now, owed: false }
const begun = { at: later(-9), step: 'sent-again', status: 'processing', progress: 10 } as const
/** The job whose second request counts, and was not started yet. Its marks are unset by most steps. */
const base: Fields = {
  ...{ status: 'processing', queue: 'active', rank: 1, progress: 10, version: 4, timeline: [begun], call },
  ...{ attempt: 2, startedAttempt: 1, starts: 3, dueAt: now, giveUpAt: later(60_000), unpublishedSince: later(-9) },
}
const inSpeech: Fields = { ...base, rank: 3, progress: 50, startedAttempt: 2 }
const failure = { attempt: 2, code: 'vendor_failed', error: 'It failed', ownFault: false, owed: false }

const entry = (step: string, progress: number, more: object = {}) => ({
  timeline: [begun, { at: later(1), step, status: 'processing', progress, ...more }],
  ...{ version: 5, unpublishedSince: null, updatedAt: later(1) },
})
const end = (status: 'completed' | 'failed', progress: number, more: object = {}) => ({
  ...entry(status, progress, { status, ...more }),
  ...{ status, queue: 'none', unsettled: true, completedAt: later(1), dueAt: null, postponed: null },
})
/** Seconds after the step. */
const dueIn = (seconds: number) => ({ dueAt: later(1 + seconds * 1_000) })

type Case = {
  name: string
  step(job: Job): steps.Step
  /** A job that it moves on, and the changed fields. */
  from: Fields
  changed: object
  /** States in which it comes late, twice or out of turn. */
  not: Fields[]
}
const cases: Case[] = [
  {
    name: 'chat-started',
    step: () => steps.chatStarted(2, later(1)),
    from: { ...base, postponed: true },
    changed: { ...entry('chat-started', 10), startedAttempt: 2, ...dueIn(60), postponed: null },
    not: [{ rank: 2 }, { startedAttempt: 2 }],
  },
  {
    name: 'reply-written',
    step: () => steps.replyWritten('Well', work, later(1)),
    from: { ...base, postponed: true },
    changed: {
      ...entry('reply-written', 40),
      ...{ rank: 2, progress: 40, aiResponse: 'Well', work: { chat: work } },
      ...{ startedAttempt: 0, starts: 1, ...dueIn(1_800), postponed: null },
    },
    not: [{ rank: 2 }, { rank: 5 }],
  },
  {
    name: 'reply-written, of a long reply',
    step: () => steps.replyWritten('a'.repeat(1_001), work, later(1)),
    from: { ...base, lane: 'fast' },
    changed: {
      ...entry('reply-written', 40),
      ...{ rank: 2, progress: 40, aiResponse: 'a'.repeat(1_001), work: { chat: work }, lane: 'bulk' },
      ...{ startedAttempt: 0, starts: 1, ...dueIn(1_800) },
    },
    not: [],
  },
  {
    name: 'speech-started, of a text of 1,500 characters',
    step: (job) => steps.speechStarted(job, 2, later(1)),
    from: { ...base, rank: 2, progress: 40, userText: 'a'.repeat(1_500), postponed: true },
    changed: {
      ...entry('speech-started', 50),
      rank: 3,
      progress: 50,
      startedAttempt: 2,
      ...dueIn(100),
      postponed: null,
    },
    not: [{ startedAttempt: 2 }, { rank: 5 }],
  },
  {
    name: 'speech-started, for the second time',
    step: (job) => steps.speechStarted(job, 2, later(1)),
    from: { ...base, rank: 4, progress: 70, userText: 'a'.repeat(9_000), aiResponse: 'Well' },
    changed: { ...entry('speech-started', 70), startedAttempt: 2, ...dueIn(80) },
    not: [],
  },
  {
    name: 'speech-progressed',
    step: (job) => steps.speechProgressed(job, 0.5, 2, later(1)),
    from: inSpeech,
    changed: { ...entry('speech-progressed', 70), rank: 4, progress: 70, ...dueIn(80) },
    not: [{ rank: 2 }, { rank: 5 }, { startedAttempt: 1 }, { startedAttempt: 3 }, { progress: 70 }],
  },
  {
    name: 'speech-progressed, audible',
    step: (job) => steps.audioBegun(job, 2, later(1)),
    from: { ...inSpeech, audibleAttempt: 1 },
    changed: { ...entry('audio-begun', 50), audibleAttempt: 2, audibleAt: later(1) },
    not: [{ rank: 5 }, { attempt: 1 }, { attempt: 3 }, { audibleAttempt: 2 }],
  },
  {
    name: 'audio-stored',
    step: () => steps.audioStored(audio, { provider: 'piper' }, later(1)),
    from: { ...inSpeech, postponed: true },
    changed: {
      ...end('completed', 100),
      ...{ rank: 5, progress: 100, call: { ...call, owed: true }, audio, work: { speech: { provider: 'piper' } } },
    },
    not: [{ rank: 5 }],
  },
  {
    name: 'step-failed of chat',
    step: (job) => steps.failed(job, { stage: 'chat', ...failure }, later(1)),
    from: { ...base, postponed: true, call: { ...call, owed: true } },
    changed: { ...end('failed', 10, { note: 'It failed' }), code: 'vendor_failed', error: 'It failed', call },
    not: [{ rank: 2 }, { attempt: 1 }, { attempt: 3 }],
  },
  {
    name: 'step-failed of speech, for the account’s own text once too often',
    step: (job) => steps.failed(job, { stage: 'speech', ...failure, ownFault: true, owed: true }, later(1)),
    from: { ...inSpeech, rank: 4, postponed: true },
    changed: {
      ...end('failed', 50, { note: 'It failed' }),
      ...{ code: 'vendor_failed', error: 'It failed', ownFault: true, call: { ...call, owed: true } },
    },
    not: [{ rank: 5 }, { attempt: 1 }, { attempt: 3 }],
  },
  {
    name: 'step-postponed of chat',
    step: (job) => steps.postponed(job, 'chat', 2, later(20_000), later(1)),
    from: base,
    changed: { ...entry('step-postponed', 10), postponed: true, dueAt: later(20_000) },
    not: [{ rank: 2 }, { attempt: 1 }, { attempt: 3 }, { postponed: true }],
  },
  {
    name: 'step-postponed of speech that was not started',
    step: (job) => steps.postponed(job, 'speech', 2, later(20_000), later(1)),
    from: { ...inSpeech, status: 'pending', rank: 4 },
    changed: { ...entry('step-postponed', 50, { status: 'pending' }), postponed: true, dueAt: later(20_000) },
    not: [{ rank: 5 }, { attempt: 1 }, { attempt: 3 }, { postponed: true }],
  },
]

describe.each(cases)('$name', ({ step, from, changed, not }) => {
  const apply = (more: Fields) =>
    trials.trial(from, more, (job) => {
      const { guard, update } = step(job)
      return trials.store.update({ ...guard, _id: job._id, userId: job.userId }, update)
    })

  test('moves its job on', async () => {
    expect((await apply({})).changed).toEqual(
      // A field that the job did not have is not removed either.
      Object.fromEntries(Object.entries(changed).filter(([field, value]) => value !== null || field in from)),
    )
  })

  test.each<Fields>([
    ...not,
    { status: 'completed' },
    { status: 'failed' },
    { status: 'submitting' },
    { status: 'deleted' },
  ])('changes no job that has %o', async (more) => {
    expect(await apply(more)).toEqual({ result: null, changed: {} })
  })
})

describe('a postponed step is due', () => {
  const dueAfter = async (untilMs: number, giveUpAt?: Date) => {
    const { update } = steps.postponed({ ...base, giveUpAt } as Job, 'speech', 2, later(untilMs), now)
    return (update.$set as Fields).dueAt
  }
  const [hour, day] = [3_600_000, 24 * 3_600_000]

  test.each([
    ['when the worker reported', 20_000, day, 20_000],
    ['in an hour at the latest', 2 * hour, day, hour],
    ['not after the job is given up', 20_000, 10_000, 10_000],
  ])('%s', async (_name, untilMs, giveUpMs, dueMs) => {
    expect(await dueAfter(untilMs, later(giveUpMs))).toEqual(later(dueMs))
  })

  test('where the job is never given up, too', async () => {
    expect(await dueAfter(20_000)).toEqual(later(20_000))
  })
})
