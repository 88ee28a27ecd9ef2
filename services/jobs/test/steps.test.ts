import { setTimeout as pause } from 'node:timers/promises'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancel } from '../src/lifecycle/cancel.ts'
import { handleOverdue } from '../src/lifecycle/overdue.ts'
import { dispatch } from '../src/lifecycle/settle.ts'
import { submit } from '../src/lifecycle/submit.ts'
import { complete, completeAll } from './support/ends.ts'
import { audio, type Lifecycle, openLifecycle, signedUpAt } from './support/open-lifecycle.ts'

let lifecycle: Lifecycle
beforeAll(async () => {
  lifecycle = await openLifecycle('jobs-steps')
})
afterAll(() => lifecycle.close())

const minute = 60_000
const attempt = 1
const finishedOf = (id: string) =>
  lifecycle.published.filter(
    ({ event, data }) => event.type === 'job-finished' && (data as { jobId: string }).jobId === id,
  )
const requestsOf = (id: string) =>
  lifecycle.published
    .filter(({ event, data }) => event.type.endsWith('-requested') && (data as { jobId: string }).jobId === id)
    .map(({ event, data }) => `${event.type} ${(data as { attempt: number }).attempt}`)

/** Numbers that look random and are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
function shuffled<T>(list: T[], random: () => number): T[] {
  return list
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}

/** What workers may report of one job: its whole lifecycle, and what may go wrong. */
const reports = (userId: string, jobId: string) => ({
  chatStarted: () => lifecycle.handle(ChatStarted, userId, { jobId, attempt }),
  replyWritten: () => lifecycle.handle(ReplyWritten, userId, { jobId, attempt, reply: 'Well', tokens: 1, model: 'm' }),
  speechStarted: () => lifecycle.handle(SpeechStarted, userId, { jobId, attempt }),
  spokenHalf: () => lifecycle.handle(SpeechProgressed, userId, { jobId, attempt, done: 0.5 }),
  spokenMost: () => lifecycle.handle(SpeechProgressed, userId, { jobId, attempt, done: 0.9 }),
  audioStored: () => lifecycle.handle(AudioStored, userId, { jobId, attempt, audio }),
  failed: (stage: 'chat' | 'speech') =>
    lifecycle.handle(StepFailed, userId, {
      jobId,
      attempt,
      stage,
      code: 'unknown_voice',
      error: 'There is no such voice',
    }),
  postponed: (stage: 'chat' | 'speech', inMs = 20_000) =>
    lifecycle.handle(StepPostponed, userId, {
      jobId,
      attempt,
      stage,
      until: new Date(lifecycle.now().getTime() + inMs).toISOString(),
      code: 'busy',
    }),
})
async function overdue(userId: string, jobId: string): Promise<void> {
  const { leased } = await lifecycle.deps.jobs.leaseOverdue(lifecycle.now(), 1_000)
  const seen = leased.find((job) => job._id === jobId && job.userId === userId)
  if (seen) await handleOverdue(lifecycle.deps, seen)
  await lifecycle.flushed()
}

test('a reply goes through its steps one by one, and each step is one version', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  const report = reports(userId, _id)
  const seen: string[] = []
  for (const step of [
    report.chatStarted,
    report.replyWritten,
    report.speechStarted,
    report.spokenHalf,
    report.audioStored,
  ]) {
    await step()
    const { version, status, progress } = await lifecycle.read(userId, _id)
    seen.push(`${version} ${status} ${progress}`)
  }
  expect(seen).toEqual(['2 processing 10', '3 processing 40', '4 processing 50', '5 processing 70', '6 completed 100'])
  expect(await lifecycle.read(userId, _id)).toMatchObject({ aiResponse: 'Well', audio, call: { owed: true } })
  expect(requestsOf(_id)).toEqual(['chat-requested 1', 'speech-requested 1'])
  await lifecycle.sweep(userId)
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

describe('steps doubled, late and in any order', () => {
  test.each(Array.from({ length: 18 }, (_, seed) => [seed]))('seed %i: one end, one call', async (seed) => {
    const random = randomOf(seed)
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, seed % 4 ? 'reply' : 'tts')
    const report = reports(userId, _id)
    const all = [
      report.chatStarted,
      report.replyWritten,
      report.speechStarted,
      report.spokenHalf,
      report.spokenMost,
      report.audioStored,
      ...(seed % 3 === 1 ? [() => report.failed('speech')] : []),
      ...(seed % 3 === 2 ? [() => report.postponed('chat'), () => report.postponed('speech')] : []),
    ]
    let rank = 0
    for (const step of shuffled([...all, ...all], random)) {
      await step()
      const job = await lifecycle.read(userId, _id)
      expect(job.rank).toBeGreaterThanOrEqual(rank)
      rank = job.rank
      expect(await lifecycle.violations(userId)).toEqual([])
    }
    const job = await lifecycle.read(userId, _id)
    expect(['completed', 'failed']).toContain(job.status)
    expect(job.timeline).toHaveLength(job.version)
    expect(new Set(finishedOf(_id).map(({ version }) => version))).toEqual(new Set([job.version]))
    await lifecycle.sweep(userId)
    expect((await lifecycle.allowance(userId)).used).toBe(job.status === 'completed' ? 1 : 0)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test.each(Array.from({ length: 4 }, (_, seed) => [seed]))('seed %i: also when all come at once', async (seed) => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const report = reports(userId, _id)
    const all = [report.chatStarted, report.replyWritten, report.speechStarted, report.spokenHalf, report.audioStored]
    await Promise.all(shuffled([...all, ...all], randomOf(seed)).map((step) => step()))
    expect((await lifecycle.read(userId, _id)).status).toBe('completed')
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })
})

test('a step of a job that never was is passed over', async () => {
  const userId = await lifecycle.account('free')
  await reports(userId, '6f1c1bb4-52a1-4d49-a2ad-17a1bd7e5d37').audioStored()
  expect(await lifecycle.violationsAtRest(userId)).toEqual([])
})

test("nobody's step moves another account's job", async () => {
  const [owner, stranger] = [await lifecycle.account('free'), await lifecycle.account('free')]
  const { _id } = await lifecycle.submit(owner)
  await reports(stranger, _id).audioStored()
  expect((await lifecycle.read(owner, _id)).status).toBe('pending')
})

describe('a step that failed', () => {
  test.each(['chat', 'speech'] as const)('in %s ends the job with its sentence and refunds the call', async (stage) => {
    const userId = await lifecycle.account('free', 1)
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const report = reports(userId, _id)
    await report.chatStarted()
    if (stage === 'speech') {
      await report.replyWritten()
      await report.speechStarted()
    }
    await report.failed(stage)
    expect(await lifecycle.read(userId, _id)).toMatchObject({
      status: 'failed',
      error: 'There is no such voice',
      code: 'unknown_voice',
      call: { owed: false },
    })
    expect((await lifecycle.submit(userId)).status).toBe('pending')
  })
  test('of an attempt that is over changes nothing', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    const report = reports(userId, _id)
    await report.postponed('speech')
    lifecycle.passMs(21_000)
    await overdue(userId, _id)
    await report.failed('speech')
    expect((await lifecycle.read(userId, _id)).status).toBe('pending')
  })
  test('of chat changes nothing once the reply is written', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    const report = reports(userId, _id)
    await report.replyWritten()
    await report.failed('chat')
    expect((await lifecycle.read(userId, _id)).status).toBe('processing')
  })
})

describe('time', () => {
  test('a postponed step is requested again when it is due, with the next attempt', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    const report = reports(userId, _id)
    await report.speechStarted()
    await report.postponed('speech', 30_000)
    await overdue(userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({ postponed: true, attempt: 1 })
    lifecycle.passMs(31_000)
    await overdue(userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({ attempt: 2, startedAttempt: 1, starts: 1 })
    expect((await lifecycle.read(userId, _id)).postponed).toBeUndefined()
    expect(requestsOf(_id)).toEqual(['speech-requested 1', 'speech-requested 2'])
    await complete(lifecycle, userId, _id)
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a vendor that is unavailable for hours postpones and does not use the tries up; after a day the job has timed out', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    for (let hour = 0; hour < 24; hour++) {
      const { attempt: present, status } = await lifecycle.read(userId, _id)
      expect(status).not.toBe('failed')
      await lifecycle.handle(SpeechStarted, userId, { jobId: _id, attempt: present })
      await lifecycle.handle(StepPostponed, userId, {
        jobId: _id,
        attempt: present,
        stage: 'speech',
        until: new Date(lifecycle.now().getTime() + 30_000).toISOString(),
        code: 'busy',
      })
      lifecycle.passMs(60 * minute)
      await overdue(userId, _id)
    }
    lifecycle.passMs(minute)
    await overdue(userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({
      status: 'failed',
      error: 'Timed out',
      call: { owed: false },
    })
    await lifecycle.sweep(userId)
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a far Retry-After of a vendor postpones an hour at most, and no job outlives its day', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    await reports(userId, _id).postponed('speech', 10 * 24 * 60 * minute)
    const first = await lifecycle.read(userId, _id)
    expect(first.dueAt).toEqual(new Date(lifecycle.now().getTime() + 60 * minute))
    lifecycle.passMs(60 * minute + 1)
    await overdue(userId, _id)
    expect(await lifecycle.read(userId, _id)).toMatchObject({ attempt: 2 })
    lifecycle.goTo(new Date((first.giveUpAt?.getTime() ?? 0) - 5 * minute))
    await lifecycle.handle(StepPostponed, userId, {
      jobId: _id,
      attempt: 2,
      stage: 'speech',
      until: new Date(lifecycle.now().getTime() + 30 * minute).toISOString(),
      code: 'busy',
    })
    expect((await lifecycle.read(userId, _id)).dueAt).toEqual(first.giveUpAt)
  })

  test('a step that was started and never ended is requested three times, then the job has timed out', async () => {
    const userId = await lifecycle.account('free', 1)
    const { _id } = await lifecycle.submit(userId, {}, 'reply')
    for (const present of [1, 2, 3]) {
      await lifecycle.handle(ChatStarted, userId, { jobId: _id, attempt: present })
      lifecycle.passMs(59_000)
      await overdue(userId, _id)
      expect((await lifecycle.read(userId, _id)).attempt).toBe(present)
      lifecycle.passMs(2_000)
      await overdue(userId, _id)
    }
    expect(await lifecycle.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out', code: 'timed_out' })
    expect(requestsOf(_id)).toEqual(['chat-requested 1', 'chat-requested 2', 'chat-requested 3'])
    expect(finishedOf(_id)).toHaveLength(1)
    expect((await lifecycle.submit(userId)).status).toBe('pending')
  })

  test('speech that was half spoken when its worker died is requested again, and its three starts count', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    for (const present of [1, 2, 3]) {
      await lifecycle.handle(SpeechStarted, userId, { jobId: _id, attempt: present })
      await lifecycle.handle(SpeechProgressed, userId, { jobId: _id, attempt: present, done: 0.5 })
      expect(await lifecycle.read(userId, _id)).toMatchObject({ startedAttempt: present, attempt: present })
      lifecycle.passMs(3 * minute)
      await overdue(userId, _id)
      expect(await lifecycle.violations(userId)).toEqual([])
    }
    expect(await lifecycle.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out' })
  })

  test('a request that no worker took in half an hour is published again as it was', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    for (let time = 0; time < 4; time++) {
      lifecycle.passMs(31 * minute)
      await overdue(userId, _id)
    }
    expect(await lifecycle.read(userId, _id)).toMatchObject({ status: 'pending', attempt: 1, starts: 1 })
    expect(requestsOf(_id)).toEqual(Array(5).fill('speech-requested 1'))
  })

  test('two sweepers that find the same step overdue send it again once', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    await reports(userId, _id).speechStarted()
    lifecycle.passMs(3 * minute)
    const seen = await lifecycle.read(userId, _id)
    await Promise.all([1, 2, 3, 4].map(() => handleOverdue(lifecycle.deps, seen)))
    expect(await lifecycle.read(userId, _id)).toMatchObject({ attempt: 2, starts: 2, version: seen.version + 1 })
  })

  test('the result of an earlier attempt completes the job all the same', async () => {
    const userId = await lifecycle.account('free')
    const { _id } = await lifecycle.submit(userId)
    const report = reports(userId, _id)
    await report.speechStarted()
    lifecycle.passMs(3 * minute)
    await overdue(userId, _id)
    await report.audioStored()
    expect((await lifecycle.read(userId, _id)).status).toBe('completed')
  })
})

describe('active', () => {
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
    const jobs = [await lifecycle.submit(userId), await lifecycle.submit(userId), await lifecycle.submit(userId)]
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
          await reports(userId, third ?? '').failed('speech')
          return found
        },
      },
    })
    await dispatch(late, userId)
    expect((await lifecycle.allowance(userId)).active.map(({ id }) => id)).not.toContain(third)
    expect((await lifecycle.allowance(userId)).used).toBe(2)
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

test('a step unsets the mark of the change before, which need not be published any more', async () => {
  const userId = await lifecycle.account('free')
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  const stale = await lifecycle.read(userId, _id)
  expect(stale.unpublishedSince).toBeDefined()
  await reports(userId, _id).chatStarted()
  expect((await lifecycle.read(userId, _id)).unpublishedSince).toBeUndefined()
  // The relay that published the change before is late, and unsets nothing.
  await lifecycle.deps.jobs.outbox.markPublished([stale])
  expect(await lifecycle.read(userId, _id)).toMatchObject({ version: 2, status: 'processing' })
})

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
    await bring(reports(userId, _id))
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
    await reports(userId, _id).audioStored()
    await lifecycle.sweep(userId)
    expect((await lifecycle.read(userId, _id)).status).toBe(
      isPossible || before.status === 'failed' ? 'failed' : 'completed',
    )
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a waiting job is refunded, leaves both lists and is never started', async () => {
    const userId = await lifecycle.account('free')
    const [, , third, fourth] = [
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
    ]
    await cancel(lifecycle.deps, userId, third?._id ?? '')
    await completeAll(lifecycle, userId)
    await lifecycle.sweep(userId)
    expect(requestsOf(third?._id ?? '')).toEqual([])
    expect((await lifecycle.read(userId, fourth?._id ?? '')).status).toBe('completed')
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 3, totals: { completed: 3, failed: 1 } })
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a waiting job is refunded at once, without a recount', async () => {
    const userId = await lifecycle.account('free', 3)
    const jobs = [await lifecycle.submit(userId), await lifecycle.submit(userId), await lifecycle.submit(userId)]
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
      Array.from({ length: 60 }, () => submit(lifecycle.deps, lifecycle.draft(userId), signedUpAt)),
    )
    await Promise.all(jobs.map(({ job }) => cancel(lifecycle.deps, userId, job._id)))
    await lifecycle.sweep(userId)
    expect(await lifecycle.allowance(userId)).toMatchObject({ used: 0, totals: { completed: 0, failed: 60 } })
    expect(await lifecycle.violationsAtRest(userId)).toEqual([])
  })

  test('a job that is activated between its end and its settlement counts once', async () => {
    const userId = await lifecycle.account('free')
    const [first, , third] = [
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
    ]
    await lifecycle.deps.allowances.change({ _id: userId }, { $pull: { active: { id: first?._id } } })
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
    const [first, , third] = [
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
      await lifecycle.submit(userId),
    ]
    // Between the allowance's update and the job's.
    await lifecycle.deps.allowances.change({ _id: userId }, { $pull: { active: { id: first?._id } } })
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
      const report = reports(userId, _id)
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
