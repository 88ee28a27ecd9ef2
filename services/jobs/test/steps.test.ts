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
import { dispatch } from '../src/lifecycle/places.ts'
import { submit } from '../src/lifecycle/submit.ts'
import { complete, completeAll } from './support/ends.ts'
import { audio, type Conductor, openConductor, signedUpAt } from './support/open-lifecycle.ts'

let road: Conductor
beforeAll(async () => {
  road = await openConductor('jobs-steps')
})
afterAll(() => road.close())

const minute = 60_000
const attempt = 1
const finishedOf = (id: string) =>
  road.published.filter(({ event, data }) => event.type === 'job-finished' && (data as { jobId: string }).jobId === id)
const requestsOf = (id: string) =>
  road.published
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

/** What workers may report of one job: its whole road, and what may go wrong. */
const reports = (userId: string, jobId: string) => ({
  chatStarted: () => road.hear(ChatStarted, userId, { jobId, attempt }),
  replyWritten: () => road.hear(ReplyWritten, userId, { jobId, attempt, reply: 'Well', tokens: 1, model: 'm' }),
  speechStarted: () => road.hear(SpeechStarted, userId, { jobId, attempt }),
  spokenHalf: () => road.hear(SpeechProgressed, userId, { jobId, attempt, done: 0.5 }),
  spokenMost: () => road.hear(SpeechProgressed, userId, { jobId, attempt, done: 0.9 }),
  audioStored: () => road.hear(AudioStored, userId, { jobId, attempt, audio }),
  failed: (stage: 'chat' | 'speech') =>
    road.hear(StepFailed, userId, { jobId, attempt, stage, code: 'unknown_voice', error: 'There is no such voice' }),
  postponed: (stage: 'chat' | 'speech', inMs = 20_000) =>
    road.hear(StepPostponed, userId, {
      jobId,
      attempt,
      stage,
      until: new Date(road.now().getTime() + inMs).toISOString(),
      code: 'busy',
    }),
})
async function overdue(userId: string, jobId: string): Promise<void> {
  const { leased } = await road.deps.jobs.leaseOverdue(road.now(), 1_000)
  const seen = leased.find((job) => job._id === jobId && job.userId === userId)
  if (seen) await handleOverdue(road.deps, seen)
  await road.told()
}

test('a reply goes its road step by step, and each step is one version', async () => {
  const userId = await road.account('free')
  const { _id } = await road.submit(userId, {}, 'reply')
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
    const { version, status, progress } = await road.read(userId, _id)
    seen.push(`${version} ${status} ${progress}`)
  }
  expect(seen).toEqual(['2 processing 10', '3 processing 40', '4 processing 50', '5 processing 70', '6 completed 100'])
  expect(await road.read(userId, _id)).toMatchObject({ aiResponse: 'Well', audio, call: { owed: true } })
  expect(requestsOf(_id)).toEqual(['chat-requested 1', 'speech-requested 1'])
  await road.sweep(userId)
  expect(await road.violationsAtRest(userId)).toEqual([])
})

describe('steps doubled, late and in any order', () => {
  test.each(Array.from({ length: 18 }, (_, seed) => [seed]))('seed %i: one end, one call', async (seed) => {
    const random = randomOf(seed)
    const userId = await road.account('free')
    const { _id } = await road.submit(userId, {}, seed % 4 ? 'reply' : 'tts')
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
      const job = await road.read(userId, _id)
      expect(job.rank).toBeGreaterThanOrEqual(rank)
      rank = job.rank
      expect(await road.violations(userId)).toEqual([])
    }
    const job = await road.read(userId, _id)
    expect(['completed', 'failed']).toContain(job.status)
    expect(job.timeline).toHaveLength(job.version)
    expect(new Set(finishedOf(_id).map(({ version }) => version))).toEqual(new Set([job.version]))
    await road.sweep(userId)
    expect((await road.allowance(userId)).used).toBe(job.status === 'completed' ? 1 : 0)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test.each(Array.from({ length: 4 }, (_, seed) => [seed]))('seed %i: also when all come at once', async (seed) => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId, {}, 'reply')
    const report = reports(userId, _id)
    const all = [report.chatStarted, report.replyWritten, report.speechStarted, report.spokenHalf, report.audioStored]
    await Promise.all(shuffled([...all, ...all], randomOf(seed)).map((step) => step()))
    expect((await road.read(userId, _id)).status).toBe('completed')
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })
})

test('a step of a job that never was is passed over', async () => {
  const userId = await road.account('free')
  await reports(userId, '6f1c1bb4-52a1-4d49-a2ad-17a1bd7e5d37').audioStored()
  expect(await road.violationsAtRest(userId)).toEqual([])
})

test("nobody's step moves another account's job", async () => {
  const [owner, stranger] = [await road.account('free'), await road.account('free')]
  const { _id } = await road.submit(owner)
  await reports(stranger, _id).audioStored()
  expect((await road.read(owner, _id)).status).toBe('pending')
})

describe('a step that failed', () => {
  test.each(['chat', 'speech'] as const)(
    'in %s ends the job with its sentence and gives the call back',
    async (stage) => {
      const userId = await road.account('free', 1)
      const { _id } = await road.submit(userId, {}, 'reply')
      const report = reports(userId, _id)
      await report.chatStarted()
      if (stage === 'speech') {
        await report.replyWritten()
        await report.speechStarted()
      }
      await report.failed(stage)
      expect(await road.read(userId, _id)).toMatchObject({
        status: 'failed',
        error: 'There is no such voice',
        code: 'unknown_voice',
        call: { owed: false },
      })
      expect((await road.submit(userId)).status).toBe('pending')
    },
  )
  test('of an attempt that is over changes nothing', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    const report = reports(userId, _id)
    await report.postponed('speech')
    road.pass(21_000)
    await overdue(userId, _id)
    await report.failed('speech')
    expect((await road.read(userId, _id)).status).toBe('pending')
  })
  test('of chat changes nothing once the reply is written', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId, {}, 'reply')
    const report = reports(userId, _id)
    await report.replyWritten()
    await report.failed('chat')
    expect((await road.read(userId, _id)).status).toBe('processing')
  })
})

describe('time', () => {
  test('a postponed step is asked for again when it is due, with the next attempt', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    const report = reports(userId, _id)
    await report.speechStarted()
    await report.postponed('speech', 30_000)
    await overdue(userId, _id)
    expect(await road.read(userId, _id)).toMatchObject({ postponed: true, attempt: 1 })
    road.pass(31_000)
    await overdue(userId, _id)
    expect(await road.read(userId, _id)).toMatchObject({ attempt: 2, begun: 1, tries: 1 })
    expect((await road.read(userId, _id)).postponed).toBeUndefined()
    expect(requestsOf(_id)).toEqual(['speech-requested 1', 'speech-requested 2'])
    await complete(road, userId, _id)
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('a vendor that is away for hours postpones and does not use the tries up; after a day the job has timed out', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    for (let hour = 0; hour < 24; hour++) {
      const { attempt: present, status } = await road.read(userId, _id)
      expect(status).not.toBe('failed')
      await road.hear(SpeechStarted, userId, { jobId: _id, attempt: present })
      await road.hear(StepPostponed, userId, {
        jobId: _id,
        attempt: present,
        stage: 'speech',
        until: new Date(road.now().getTime() + 30_000).toISOString(),
        code: 'busy',
      })
      road.pass(60 * minute)
      await overdue(userId, _id)
    }
    road.pass(minute)
    await overdue(userId, _id)
    expect(await road.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out', call: { owed: false } })
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('a vendor that names a time far away is asked again within the hour, and no job outlives its day', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    await reports(userId, _id).postponed('speech', 10 * 24 * 60 * minute)
    const first = await road.read(userId, _id)
    expect(first.dueAt).toEqual(new Date(road.now().getTime() + 60 * minute))
    road.pass(60 * minute + 1)
    await overdue(userId, _id)
    expect(await road.read(userId, _id)).toMatchObject({ attempt: 2 })
    road.goTo(new Date((first.giveUpAt?.getTime() ?? 0) - 5 * minute))
    await road.hear(StepPostponed, userId, {
      jobId: _id,
      attempt: 2,
      stage: 'speech',
      until: new Date(road.now().getTime() + 30 * minute).toISOString(),
      code: 'busy',
    })
    expect((await road.read(userId, _id)).dueAt).toEqual(first.giveUpAt)
  })

  test('a step that was begun and never ended is asked for three times, then the job has timed out', async () => {
    const userId = await road.account('free', 1)
    const { _id } = await road.submit(userId, {}, 'reply')
    for (const present of [1, 2, 3]) {
      await road.hear(ChatStarted, userId, { jobId: _id, attempt: present })
      road.pass(59_000)
      await overdue(userId, _id)
      expect((await road.read(userId, _id)).attempt).toBe(present)
      road.pass(2_000)
      await overdue(userId, _id)
    }
    expect(await road.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out', code: 'timed_out' })
    expect(requestsOf(_id)).toEqual(['chat-requested 1', 'chat-requested 2', 'chat-requested 3'])
    expect(finishedOf(_id)).toHaveLength(1)
    expect((await road.submit(userId)).status).toBe('pending')
  })

  test('speech that was half spoken when its worker died is asked for again, and its three tries count', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    for (const present of [1, 2, 3]) {
      await road.hear(SpeechStarted, userId, { jobId: _id, attempt: present })
      await road.hear(SpeechProgressed, userId, { jobId: _id, attempt: present, done: 0.5 })
      expect(await road.read(userId, _id)).toMatchObject({ begun: present, attempt: present })
      road.pass(3 * minute)
      await overdue(userId, _id)
      expect(await road.violations(userId)).toEqual([])
    }
    expect(await road.read(userId, _id)).toMatchObject({ status: 'failed', error: 'Timed out' })
  })

  test('a request that no worker took in half an hour is said again as it was', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    for (let time = 0; time < 4; time++) {
      road.pass(31 * minute)
      await overdue(userId, _id)
    }
    expect(await road.read(userId, _id)).toMatchObject({ status: 'pending', attempt: 1, tries: 1 })
    expect(requestsOf(_id)).toEqual(Array(5).fill('speech-requested 1'))
  })

  test('two sweepers that find the same step overdue send it again once', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    await reports(userId, _id).speechStarted()
    road.pass(3 * minute)
    const seen = await road.read(userId, _id)
    await Promise.all([1, 2, 3, 4].map(() => handleOverdue(road.deps, seen)))
    expect(await road.read(userId, _id)).toMatchObject({ attempt: 2, tries: 2, version: seen.version + 1 })
  })

  test('the result of an earlier attempt completes the job all the same', async () => {
    const userId = await road.account('free')
    const { _id } = await road.submit(userId)
    const report = reports(userId, _id)
    await report.speechStarted()
    road.pass(3 * minute)
    await overdue(userId, _id)
    await report.audioStored()
    expect((await road.read(userId, _id)).status).toBe('completed')
  })
})

describe('places', () => {
  test.each([
    ['free', 2],
    ['starter', 5],
    ['creator', 10],
    ['pro', 30],
  ] as const)('%s has %i jobs on the road, and the others come in turn', async (tier, places) => {
    const userId = await road.account(tier)
    const made: { _id: string }[] = []
    for (let i = 0; i < places + 3; i++) made.push(await road.submit(userId))
    const queues = async () => Promise.all(made.map(async ({ _id }) => (await road.read(userId, _id)).queue))
    expect(await queues()).toEqual([...Array(places).fill('road'), 'waiting', 'waiting', 'waiting'])
    await complete(road, userId, made[1]?._id ?? '')
    expect((await queues()).filter((queue) => queue === 'road')).toHaveLength(places)
    expect((await queues()).slice(-3)).toEqual(['road', 'waiting', 'waiting'])
    expect(await road.violations(userId)).toEqual([])
    await completeAll(road, userId)
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('single jobs go before those of a batch, the oldest first', async () => {
    const userId = await road.account('free')
    await road.submit(userId)
    await road.submit(userId)
    const waiting = []
    for (const batch of [1, 1, 0, 0]) {
      const job = await road.submit(userId)
      await road.deps.jobs.update({ _id: job._id, userId }, { $set: { batch } })
      waiting.push(job._id)
    }
    const order: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      const { places } = await road.allowance(userId)
      await complete(road, userId, places[0]?.id ?? '')
      const now = (await road.allowance(userId)).places.map(({ id }) => id)
      order.push(...waiting.filter((id) => now.includes(id) && !order.includes(id)))
    }
    expect(order).toEqual([waiting[2], waiting[3], waiting[0], waiting[1]])
  })

  test('whoever gives a place away late gives none to a job that has had one and has ended', async () => {
    const userId = await road.account('free')
    const jobs = [await road.submit(userId), await road.submit(userId), await road.submit(userId)]
    const [first, , third] = jobs.map(({ _id }) => _id)
    await road.deps.allowances.change({ _id: userId }, { $pull: { places: { id: first } } })
    let isLate = false
    const late = await road.depsOf({
      ...road.deps,
      jobs: {
        ...road.deps.jobs,
        firstWaiting: async (...asked) => {
          const found = await road.deps.jobs.firstWaiting(...asked)
          if (isLate) return found
          isLate = true
          // Meanwhile another one gives the place away, and the job fails.
          await dispatch(road.deps, userId)
          await reports(userId, third ?? '').failed('speech')
          return found
        },
      },
    })
    await dispatch(late, userId)
    expect((await road.allowance(userId)).places.map(({ id }) => id)).not.toContain(third)
    expect((await road.allowance(userId)).used).toBe(2)
  })

  test('an account from before these fields goes its way', async () => {
    const userId = await road.account('free')
    for (let i = 0; i < 4; i++) await road.submit(userId)
    await road.deps.allowances.change(
      { _id: userId },
      { $unset: { ends: 1, returned: 1, returnedRev: 1, recountAt: 1 } },
    )
    const [, , , waiting] = (await road.deps.jobs.page(userId, {}, 4)).toReversed()
    await cancel(road.deps, userId, waiting?._id ?? '')
    await completeAll(road, userId)
    await road.sweep(userId)
    expect((await road.allowance(userId)).used).toBe(3)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('many ends at once hand every place on, and no place twice', async () => {
    const userId = await road.account('pro')
    for (let i = 0; i < 40; i++) await road.submit(userId)
    const { places } = await road.allowance(userId)
    await Promise.all(places.map(({ id }) => complete(road, userId, id)))
    expect(await road.violations(userId)).toEqual([])
    expect((await road.allowance(userId)).places).toHaveLength(10)
    await completeAll(road, userId)
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })
})

test('a step takes the mark of the change before away, which it need not be told of any more', async () => {
  const userId = await road.account('free')
  const { _id } = await road.submit(userId, {}, 'reply')
  const stale = await road.read(userId, _id)
  expect(stale.unpublishedSince).toBeDefined()
  await reports(userId, _id).chatStarted()
  expect((await road.read(userId, _id)).unpublishedSince).toBeUndefined()
  // Whoever told of the change before comes too late, and takes nothing away.
  await road.deps.jobs.outbox.markPublished([stale])
  expect(await road.read(userId, _id)).toMatchObject({ version: 2, status: 'processing' })
})

describe('cancelling', () => {
  const states: [string, boolean, (report: ReturnType<typeof reports>) => Promise<void>][] = [
    ['just submitted', true, async () => {}],
    ['with its chat begun', true, (report) => report.chatStarted()],
    [
      'with its reply written',
      true,
      async (report) => {
        await report.chatStarted()
        await report.replyWritten()
      },
    ],
    ['with its speech begun', false, (report) => report.speechStarted()],
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
    const userId = await road.account('free')
    const { _id } = await road.submit(userId, {}, 'reply')
    await bring(reports(userId, _id))
    await road.told()
    const before = await road.read(userId, _id)
    if (isPossible) {
      expect(await cancel(road.deps, userId, _id)).toMatchObject({ status: 'failed', code: 'cancelled' })
      expect((await road.allowance(userId)).used).toBe(0)
      expect((await road.allowance(userId)).totals).toEqual({ completed: 0, failed: 1 })
    } else {
      await expect(cancel(road.deps, userId, _id)).rejects.toMatchObject({ status: 409, message: 'Too late to cancel' })
      expect(await road.read(userId, _id)).toEqual(before)
    }
    await reports(userId, _id).audioStored()
    await road.sweep(userId)
    expect((await road.read(userId, _id)).status).toBe(
      isPossible || before.status === 'failed' ? 'failed' : 'completed',
    )
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('a job that waits gives its call back, keeps no place and is never begun', async () => {
    const userId = await road.account('free')
    const [, , third, fourth] = [
      await road.submit(userId),
      await road.submit(userId),
      await road.submit(userId),
      await road.submit(userId),
    ]
    await cancel(road.deps, userId, third?._id ?? '')
    await completeAll(road, userId)
    await road.sweep(userId)
    expect(requestsOf(third?._id ?? '')).toEqual([])
    expect((await road.read(userId, fourth?._id ?? '')).status).toBe('completed')
    expect(await road.allowance(userId)).toMatchObject({ used: 3, totals: { completed: 3, failed: 1 } })
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('a job that waits gives its call back at once, and nothing is counted anew for it', async () => {
    const userId = await road.account('free', 3)
    const jobs = [await road.submit(userId), await road.submit(userId), await road.submit(userId)]
    await expect(road.submit(userId)).rejects.toMatchObject({ status: 402 })
    const { recountAt } = await road.allowance(userId)
    await cancel(road.deps, userId, jobs[2]?._id ?? '')
    expect((await road.allowance(userId)).recountAt).toEqual(recountAt)
    expect((await road.submit(userId)).status).toBe('pending')
    expect(await road.violations(userId)).toEqual([])
    await completeAll(road, userId)
    await road.sweep(userId)
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('hundreds of jobs that wait, at once: each call comes back once', async () => {
    const userId = await road.account('starter')
    const jobs = await Promise.all(Array.from({ length: 60 }, () => submit(road.deps, road.draft(userId), signedUpAt)))
    await Promise.all(jobs.map(({ job }) => cancel(road.deps, userId, job._id)))
    await road.sweep(userId)
    expect(await road.allowance(userId)).toMatchObject({ used: 0, totals: { completed: 0, failed: 60 } })
    expect(await road.violationsAtRest(userId)).toEqual([])
  })

  test('a job that is given its place between its end and its settlement counts once', async () => {
    const userId = await road.account('free')
    const [first, , third] = [await road.submit(userId), await road.submit(userId), await road.submit(userId)]
    await road.deps.allowances.change({ _id: userId }, { $pull: { places: { id: first?._id } } })
    const [isCancelled, isPlaced] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Marks go half a second later, and this is sooner.
    const settled = { add: () => {} }
    const cancelling = await road.depsOf({
      ...road.deps,
      jobs: {
        ...road.deps.jobs,
        update: async (...asked) => {
          const job = await road.deps.jobs.update(...asked)
          isCancelled.resolve()
          await isPlaced.promise
          return job
        },
      },
    })
    let cancelled: Promise<unknown> | undefined
    const dispatching = await road.depsOf({
      ...road.deps,
      jobs: {
        ...road.deps.jobs,
        firstWaiting: async (...asked) => {
          const found = await road.deps.jobs.firstWaiting(...asked)
          cancelled ??= cancel({ ...cancelling, settled }, userId, third?._id ?? '')
          await isCancelled.promise
          return found
        },
        update: async (...asked) => {
          isPlaced.resolve()
          await cancelled
          return road.deps.jobs.update(...asked)
        },
      },
    })
    await dispatch({ ...dispatching, settled }, userId)
    await cancelled
    expect((await road.allowance(userId)).totals).toEqual({ completed: 0, failed: 1 })
    expect((await road.allowance(userId)).used).toBe(2)
  })

  test('a job that was given a place and not yet sent counts once', async () => {
    const userId = await road.account('free')
    const [first, , third] = [await road.submit(userId), await road.submit(userId), await road.submit(userId)]
    // The moment between a place that is given and the job that takes it.
    await road.deps.allowances.change({ _id: userId }, { $pull: { places: { id: first?._id } } })
    const member = { id: third?._id ?? '', period: third?.call?.period ?? new Date(0) }
    expect(await road.deps.allowances.place(await road.allowance(userId), [member], road.now())).toHaveLength(2)
    await cancel(road.deps, userId, member.id)
    expect((await road.allowance(userId)).totals).toEqual({ completed: 0, failed: 1 })
  })

  test("another account's job is not found", async () => {
    const { _id } = await road.submit(await road.account('free'))
    await expect(cancel(road.deps, await road.account('free'), _id)).rejects.toMatchObject({ status: 404 })
  })

  test.each(Array.from({ length: 4 }, (_, seed) => [seed]))(
    'races completion, seed %i: completed and charged, or cancelled and given back',
    async (seed) => {
      const userId = await road.account('free')
      const { _id } = await road.submit(userId, {}, 'reply')
      const report = reports(userId, _id)
      await report.chatStarted()
      const [, cancelled] = await Promise.allSettled([
        report.audioStored(),
        pause(randomOf(seed)() * 6).then(() => cancel(road.deps, userId, _id)),
      ])
      const { status, call } = await road.read(userId, _id)
      expect([status, call?.owed]).toEqual(cancelled.status === 'fulfilled' ? ['failed', false] : ['completed', true])
      await road.sweep(userId)
      expect(await road.violationsAtRest(userId)).toEqual([])
    },
  )
})
