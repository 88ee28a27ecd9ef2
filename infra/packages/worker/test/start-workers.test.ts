// As in every process, before all else.
import { openDatabase } from '@utter/testing/setup/databases'
import '@utter/telemetry/register'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type DataOf, topicsOf } from '@utter/contracts/event'
import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { VendorError } from '@utter/contracts/vendor-error'
import { on } from '@utter/messaging/handler'
import { Kafka, logLevel } from '@utter/messaging/kafkajs/kafkajs'
import { type Bus, openMessaging } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'
import { openClaims } from '@utter/storage/claims'
import type { Mongo } from '@utter/storage/mongo'
import { currentTraceId } from '@utter/telemetry/trace'
import { eventually } from '@utter/testing/eventually'
import { aName, brokers, log, openBus, unavailable } from '@utter/testing/setup/buses'
import { register } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Breaker, createBreaker } from '../src/breaker.ts'
import { startWorkers } from '../src/start-workers.ts'
import { stepFailedAt, stepPostponedAt } from '../src/step-reports.ts'
import { defineWorker, type StepContext } from '../src/worker.ts'

type Reply = { reply: string }
type Perform = (data: DataOf<typeof ChatRequested>, tools: StepContext) => Promise<Reply>
type Report = { type: string; data: Record<string, unknown> }

const stage = 'chat'
/** Short, so that a claim with an unchanged heartbeat is taken over within a test. */
const takeOverAfterMs = 400

let mongo: Mongo
let claims: Awaited<ReturnType<typeof openClaims<Reply>>>
let observer: Bus
const kafka = new Kafka({ clientId: 'test', brokers: brokers(), logLevel: logLevel.NOTHING })
const admin = kafka.admin()
/** The vendor of each job; jobs of other tests are done at once. */
const vendors = new Map<string, Perform>()
const paid = new Map<string, number>()
const reports = new Map<string, Report[]>()

beforeAll(async () => {
  await admin.connect()
  mongo = await openDatabase('work')
  claims = await openClaims<Reply>(mongo.connection)
  observer = await openMessaging({ KAFKA_BROKERS: brokers(), KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 }, aName(), log)
  await observer.broadcast(
    [ChatStarted, ReplyWritten, StepFailed, StepPostponed].map((event) =>
      on<unknown>(event, async (data) => {
        const { jobId } = data as { jobId: string }
        reports.set(jobId, [...(reports.get(jobId) ?? []), { type: event.type, data: data as Report['data'] }])
      }),
    ),
  )
})
afterAll(async () => {
  await admin.disconnect()
  await observer.close()
  await mongo.close()
})

const worker = () =>
  defineWorker<DataOf<typeof ChatRequested>, Reply>({
    event: ChatRequested,
    stage,
    claims,
    breaker,
    limitMs: () => limitMs,
    execute: async (data, tools) => {
      paid.set(data.jobId, (paid.get(data.jobId) ?? 0) + 1)
      return (await vendors.get(data.jobId)?.(data, tools)) ?? { reply: 'Well' }
    },
    reports: {
      started: ({ jobId, attempt }, userId) => eventOf(ChatStarted, { userId, version: 1, data: { jobId, attempt } }),
      done: ({ jobId, attempt }, userId, { reply }) =>
        eventOf(ReplyWritten, { userId, version: 1, data: { jobId, attempt, reply, tokens: 1, model: 'm' } }),
      failed: stepFailedAt(stage),
      postponed: stepPostponedAt(stage),
    },
  })

let bus: Bus
let breaker: Breaker
let limitMs: number
beforeEach(async () => {
  vendors.clear()
  breaker = createBreaker(stage, log)
  limitMs = 60_000
  bus = await openBus(await aGroup())
  await startWorkers(bus, [worker()], { slots: 4, takeOverAfterMs, drainMs: 3_000 })
})

/** A group that begins with what is requested from now on: a new one would consume the jobs of every test before. */
async function aGroup(): Promise<string> {
  const groupId = aName()
  const topics = topicsOf(ChatRequested)
  const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 50 })
  const joined = new Promise((resolve) => consumer.on('consumer.group_join', resolve))
  await consumer.connect()
  await consumer.subscribe({ topics })
  await consumer.run({ autoCommit: false, eachBatch: async () => {} })
  await joined
  const ends = topics.map(async (topic) =>
    (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({ topic, partition, offset: high })),
  )
  await consumer.commitOffsets((await Promise.all(ends)).flat())
  await consumer.disconnect()
  return groupId
}

/** A job whose vendor does this. */
function aJob(perform: Perform) {
  const jobId = randomUUID()
  const userId = randomUUID()
  vendors.set(jobId, perform)
  const of = (type: string) => (reports.get(jobId) ?? []).filter((report) => report.type === type)
  return {
    jobId,
    userId,
    claim: { userId, jobId, stage },
    ask: (attempt = 1, lane: 'fast' | 'bulk' = 'fast') =>
      observer.publish([
        eventOf(ChatRequested, { userId, version: 1, lane, data: { jobId, attempt, sessionId: 's', text: 'Hello' } }),
      ]),
    paid: () => paid.get(jobId) ?? 0,
    of,
    reported: (type: string, count = 1) => eventually(`${count} × ${type}`, () => of(type).length >= count),
    claimDocument: () => mongo.connection.collection('claims').findOne({ _id: `${jobId}:${stage}` as never }),
  }
}

/** Waits until this test's group has consumed the requests of earlier tests: in every partition a later one is done. */
async function caughtUp(): Promise<void> {
  const later = Array.from({ length: 40 }, () => aJob(async () => ({ reply: 'Later' })))
  await Promise.all(later.map((job) => job.ask()))
  await Promise.all(later.map((job) => job.reported(ReplyWritten.type)))
}

test('a slot is free again while the result of its work is being stored', async () => {
  const stored = Promise.withResolvers<void>()
  const first = aJob(async () => ({ reply: 'First' }))
  const usual = worker()
  const slow: typeof usual = {
    ...usual,
    claims: {
      ...usual.claims,
      async finish(id, ...result) {
        if (id.jobId === first.jobId) await stored.promise
        return usual.claims.finish(id, ...result)
      },
    },
  }
  await bus.close()
  const single = await openBus(await aGroup())
  await startWorkers(single, [slow], { slots: 1, takeOverAfterMs, drainMs: 3_000 })
  await first.ask()
  await eventually('it has begun', () => first.paid() === 1)
  const second = aJob(async () => ({ reply: 'Second' }))
  await second.ask()
  await second.reported(ReplyWritten.type)
  expect(first.of(ReplyWritten.type)).toEqual([])
  stored.resolve()
  await first.reported(ReplyWritten.type)
  await single.close()
})

test('a worker that stops begins nothing new, whatever slot becomes free', async () => {
  await bus.close()
  const group = await aGroup()
  const single = await openBus(group)
  await startWorkers(single, [worker()], { slots: 1, takeOverAfterMs, drainMs: 3_000 })
  const free = new AbortController()
  const first = aJob(async () => {
    await once(free.signal, 'abort')
    return { reply: 'First' }
  })
  const waiting = Array.from({ length: 4 }, () => aJob(async () => ({ reply: 'Waited' })))
  await first.ask()
  await eventually('the first has begun', () => first.paid() === 1)
  await Promise.all(waiting.map((job) => job.ask()))
  // Nothing shows that a message waits for its slot; it is fetched within a quarter of a second.
  await pause(500)
  const closed = single.close()
  free.abort()
  await closed
  await first.reported(ReplyWritten.type)
  expect(waiting.map((job) => job.paid())).toEqual([0, 0, 0, 0])
  const next = await openBus(group)
  await startWorkers(next, [worker()], { slots: 1, takeOverAfterMs, drainMs: 3_000 })
  await Promise.all(waiting.map((job) => job.reported(ReplyWritten.type)))
  expect(waiting.map((job) => job.paid())).toEqual([1, 1, 1, 1])
})

test('work that is requested ten times at once is paid for once, and each request is answered', async () => {
  const job = aJob(async () => {
    await pause(50)
    return { reply: 'Once' }
  })
  await Promise.all(Array.from({ length: 10 }, () => job.ask()))
  await job.reported(ReplyWritten.type, 10)
  expect(job.paid()).toBe(1)
  expect(job.of(ChatStarted.type)).toHaveLength(1)
  expect(new Set(job.of(ReplyWritten.type).map(({ data }) => data.reply))).toEqual(new Set(['Once']))
  expect(await claims.find(job.jobId, stage)).toEqual({ userId: job.userId, result: { value: { reply: 'Once' } } })
})

test('work that was withdrawn while it waited for a slot is not paid for, and not reported', async () => {
  const free = Promise.withResolvers<void>()
  const busy = Array.from({ length: 4 }, () =>
    aJob(async () => {
      await free.promise
      return { reply: 'First' }
    }),
  )
  await Promise.all(busy.map((job) => job.ask()))
  await eventually('every slot is taken', () => busy.every((job) => job.paid() === 1))
  const cancelled = aJob(async () => ({ reply: 'Never' }))
  await cancelled.ask()
  await claims.withdraw(cancelled.claim, new Date())
  free.resolve()
  await caughtUp()
  expect([cancelled.paid(), reports.get(cancelled.jobId)]).toEqual([0, undefined])
  expect(await claims.take(cancelled.claim, 'anybody')).toEqual({ result: { withdrawn: true } })
})

test('work that is withdrawn while it is done is cut off, and nothing of it is reported', async () => {
  let wasCutOff = false
  const job = aJob(async (_, { signal }) => {
    await once(signal, 'abort')
    wasCutOff = true
    return { reply: 'Late' }
  })
  await job.ask()
  await job.reported(ChatStarted.type)
  await claims.withdraw(job.claim, new Date())
  await eventually('it is cut off', () => wasCutOff, 15_000)
  await caughtUp()
  expect([job.paid(), job.of(ReplyWritten.type), job.of(StepFailed.type)]).toEqual([1, [], []])
})

test('a step is worked on in the trace of its job, which its lines of log name, whoever published the request', async () => {
  const traceId = randomUUID().replaceAll('-', '')
  const seen: (string | undefined)[] = []
  const job = aJob(async () => {
    seen.push(currentTraceId())
    return { reply: 'Traced' }
  })
  const data = { jobId: job.jobId, attempt: 1, sessionId: 's', text: 'Hello' }
  await observer.publish([{ ...eventOf(ChatRequested, { userId: job.userId, version: 1, data }), traceId }])
  await job.reported(ReplyWritten.type)
  expect(seen).toEqual([traceId])
})

test('a result is reported again to a later attempt, which pays nothing', async () => {
  const job = aJob(async () => ({ reply: 'Kept' }))
  await job.ask(1)
  await job.reported(ReplyWritten.type)
  await job.ask(2)
  await job.reported(ReplyWritten.type, 2)
  expect(job.of(ReplyWritten.type).at(-1)?.data).toMatchObject({ attempt: 2, reply: 'Kept' })
  expect(job.paid()).toBe(1)
})

test('a permanent fault fails the step with its sentence, and is remembered', async () => {
  const job = aJob(async () => {
    throw new VendorError('permanent', 'refused_content', 'The model refuses this text')
  })
  await job.ask(1)
  await job.reported(StepFailed.type)
  await job.ask(2)
  await job.reported(StepFailed.type, 2)
  expect(job.of(StepFailed.type).map(({ data }) => data)).toEqual(
    [1, 2].map((attempt) => ({
      jobId: job.jobId,
      attempt,
      stage,
      code: 'refused_content',
      error: 'The model refuses this text',
    })),
  )
  expect(job.paid()).toBe(1)
})

test('a fault of ours fails the step without showing what it was', async () => {
  const job = aJob(async () => {
    throw new TypeError('undefined is not a function')
  })
  await job.ask()
  await job.reported(StepFailed.type)
  expect(job.of(StepFailed.type)[0]?.data).toMatchObject({
    code: 'internal',
    error: 'Something went wrong on our side',
  })
})

test.each([
  ['a vendor that is busy', () => new VendorError('transient', 'busy', 'The model is busy'), 'busy'],
  ['a store that is unavailable', unavailable, 'storage'],
])('%s is called three times, then the step is postponed and its claim released', async (_name, fault, code) => {
  const job = aJob(async () => {
    throw fault()
  })
  const startedMs = Date.now()
  await job.ask(2)
  await job.reported(StepPostponed.type)
  expect(job.paid()).toBe(3)
  expect(await job.claimDocument()).toBeNull()
  const [{ data } = { data: {} as Record<string, unknown> }] = job.of(StepPostponed.type)
  expect(data).toMatchObject({ attempt: 2, stage, code })
  // The second attempt: 10 s, give or take a quarter.
  const inMs = Date.parse(String(data.until)) - startedMs
  expect(inMs).toBeGreaterThan(7_500)
  expect(inMs).toBeLessThan(12_500 + 10_000)
})

test('a transient fault that is gone at the second attempt is not reported', async () => {
  let attempts = 0
  const job = aJob(async () => {
    if (++attempts === 1) throw new VendorError('transient', 'busy', 'The model is busy')
    return { reply: 'There' }
  })
  await job.ask()
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(2)
  expect(job.of(StepPostponed.type)).toEqual([])
})

test('a short wait that the vendor asks for is kept before the next attempt', async () => {
  const times: number[] = []
  const job = aJob(async () => {
    times.push(performance.now())
    if (times.length === 1) throw new VendorError('transient', 'busy', 'Busy', { retryAfterMs: 700 })
    return { reply: 'There' }
  })
  await job.ask()
  await job.reported(ReplyWritten.type)
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(695)
})

test('a long wait that the vendor asks for postpones the step at once, for at least so long', async () => {
  const job = aJob(async () => {
    throw new VendorError('transient', 'rate_limited', 'Too many requests', { retryAfterMs: 90_000 })
  })
  const startedMs = Date.now()
  await job.ask()
  await job.reported(StepPostponed.type)
  expect(job.paid()).toBe(1)
  expect(Date.parse(String(job.of(StepPostponed.type)[0]?.data.until)) - startedMs).toBeGreaterThanOrEqual(90_000)
})

test('a vendor that asks for ten days gets an hour', async () => {
  const job = aJob(async () => {
    throw new VendorError('transient', 'rate_limited', 'Too many requests', { retryAfterMs: 10 * 24 * 3_600_000 })
  })
  await job.ask()
  await job.reported(StepPostponed.type)
  const untilMs = Date.parse(String(job.of(StepPostponed.type)[0]?.data.until))
  expect(Math.round((untilMs - Date.now()) / 60_000)).toBe(60)
})

test('a vendor that is unavailable is called a few times, then not at all: steps are postponed without having begun', async () => {
  const outage = () => new VendorError('transient', 'chat_unavailable', 'Away', { isOutage: true })
  const first = Array.from({ length: 2 }, () =>
    aJob(async () => {
      throw outage()
    }),
  )
  for (const job of first) {
    await job.ask()
    await job.reported(StepPostponed.type)
  }
  expect(first.map((job) => job.paid())).toEqual([3, 2])
  const late = aJob(async () => ({ reply: 'Never asked' }))
  const startedMs = Date.now()
  await late.ask()
  await late.reported(StepPostponed.type)
  expect([late.paid(), late.of(ChatStarted.type).length, await late.claimDocument()]).toEqual([0, 0, null])
  const [{ data } = { data: {} as Record<string, unknown> }] = late.of(StepPostponed.type)
  expect(data).toMatchObject({ attempt: 1, stage, code: 'vendor_unavailable' })
  expect(Date.parse(String(data.until)) - startedMs).toBeGreaterThan(2_500)
})

test('what had been stored is reported also while the circuit to the vendor is open', async () => {
  const job = aJob(async () => ({ reply: 'Kept' }))
  await job.ask(1)
  await job.reported(ReplyWritten.type)
  for (let i = 0; i < 5; i++) {
    const outage = async () => Promise.reject(new VendorError('transient', 'away', 'Away', { isOutage: true }))
    await breaker.run(outage).catch(() => {})
  }
  await job.ask(2)
  await job.reported(ReplyWritten.type, 2)
})

test('a vendor that never answers and respects no signal holds its slot for the time of the step, and is called once', async () => {
  limitMs = 300
  const silent = Array.from({ length: 4 }, () => aJob(() => new Promise<never>(() => {})))
  await Promise.all(silent.map((job) => job.ask()))
  await Promise.all(silent.map((job) => job.reported(StepPostponed.type)))
  for (const job of silent) {
    expect(job.of(StepPostponed.type)[0]?.data).toMatchObject({ code: 'chat_timeout' })
    expect([job.paid(), await job.claimDocument()]).toEqual([1, null])
  }
  const next = aJob(async () => ({ reply: 'All slots are free' }))
  await next.ask()
  await next.reported(ReplyWritten.type)
})

test('a step that reports its progress has its time anew each time', async () => {
  limitMs = 600
  const job = aJob(async ({ jobId, attempt }, { report, about }) => {
    for (let i = 0; i < 4; i++) {
      await pause(300)
      report(eventOf(ChatStarted, { userId: about.userId, version: 1, data: { jobId, attempt } }))
    }
    return { reply: 'Slow' }
  })
  await job.ask()
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(1)
})

test('a postponed step that is requested again is done', async () => {
  let isBusy = true
  const job = aJob(async () => {
    if (isBusy) throw new VendorError('transient', 'busy', 'Busy', { retryAfterMs: 60_000 })
    return { reply: 'Later' }
  })
  await job.ask(1)
  await job.reported(StepPostponed.type)
  isBusy = false
  await job.ask(2)
  await job.reported(ReplyWritten.type)
})

test('a live claim of another is waited for; when its heartbeat stands still the work is taken over', async () => {
  const job = aJob(async () => ({ reply: 'Taken over' }))
  expect(await claims.take(job.claim, 'another')).toBe('mine')
  await job.ask()
  for (let beat = 0; beat < 30; beat++) {
    await pause(takeOverAfterMs / 8)
    expect(await claims.renew(job.claim, 'another')).toBe(true)
  }
  expect(job.paid()).toBe(0)
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(1)
  expect(await claims.finish(job.claim, 'another', { value: { reply: 'Late' } })).toBe(false)
  expect(await claims.find(job.jobId, stage)).toMatchObject({ result: { value: { reply: 'Taken over' } } })
})

test('the result of an owner that has lost its claim changes nothing', async () => {
  const job = aJob(async () => {
    const { owner, heartbeat } = (await job.claimDocument()) as unknown as { owner: string; heartbeat: number }
    expect(await claims.takeOver(job.claim, 'thief', { owner, heartbeat })).toBe(true)
    expect(await claims.finish(job.claim, 'thief', { value: { reply: 'Theirs' } })).toBe(true)
    return { reply: 'Ours' }
  })
  await job.ask()
  await job.reported(ReplyWritten.type)
  expect(job.of(ReplyWritten.type).map(({ data }) => data.reply)).toEqual(['Theirs'])
  expect(job.paid()).toBe(1)
})

test('bulk work takes all slots but the reserve, and fast work goes past what waits', async () => {
  const free = new AbortController()
  const untilFree: Perform = async () => {
    if (!free.signal.aborted) await once(free.signal, 'abort')
    return { reply: 'Done' }
  }
  const bulk = Array.from({ length: 12 }, () => aJob(untilFree))
  await Promise.all(bulk.map((job) => job.ask(1, 'bulk')))
  const atWork = () => bulk.filter((job) => job.paid() > 0).length
  await eventually('bulk work has begun', () => atWork() === 3)
  const quick = aJob(async () => ({ reply: 'Quick' }))
  await quick.ask()
  await quick.reported(ReplyWritten.type)
  expect(atWork()).toBe(3)
  free.abort()
  await Promise.all(bulk.map((job) => job.reported(ReplyWritten.type)))
})

test('bulk work is done while the fast lane is behind all the time', async () => {
  const bulk = Array.from({ length: 4 }, () => aJob(async () => ({ reply: 'Bulk' })))
  let running = true
  // Each that is done asks for the next: at every moment more wait than there are slots.
  const fast = (): Promise<void> =>
    aJob(async () => {
      if (running) void fast()
      // Longer than a fetch waits for more: the queue of the lane is never empty.
      await pause(400)
      return { reply: 'Fast' }
    }).ask()
  await Promise.all(Array.from({ length: 24 }, fast))
  await Promise.all(bulk.map((job) => job.ask(1, 'bulk')))
  try {
    await eventually('bulk work is done', () => bulk.every((job) => job.of(ReplyWritten.type).length > 0), 10_000)
  } finally {
    running = false
  }
})

test('a worker that stops lets the work in flight end, and takes nothing more', async () => {
  const free = new AbortController()
  const job = aJob(async (_data, { signal }) => {
    await once(free.signal, 'abort')
    expect(signal.aborted).toBe(false)
    return { reply: 'In time' }
  })
  await job.ask()
  await eventually('it has begun', () => job.paid() === 1)
  const closed = bus.close()
  free.abort()
  await closed
  expect(await claims.find(job.jobId, stage)).toMatchObject({ result: { value: { reply: 'In time' } } })
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(1)
})

test('work goes on when its partition leaves: a second member joins, nothing is cut off, nothing is paid twice', async () => {
  await bus.close()
  const group = await aGroup()
  const byMember: string[] = []
  const named = (name: string): ReturnType<typeof worker> => {
    const usual = worker()
    return {
      ...usual,
      execute(data, tools) {
        byMember.push(name)
        return usual.execute(data, tools)
      },
    }
  }
  const first = await openBus(group)
  // Longer than it takes to renew a claim: what the second member finds at work it leaves to the first.
  const options = { slots: 16, takeOverAfterMs: 10_000, drainMs: 3_000 }
  await startWorkers(first, [named('first')], options)
  const free = new AbortController()
  let cutOff = 0
  const slow = Array.from({ length: 12 }, () =>
    aJob(async (_data, { signal }) => {
      signal.addEventListener('abort', () => cutOff++)
      await once(free.signal, 'abort')
      return { reply: 'Not cut off' }
    }),
  )
  await Promise.all(slow.map((job) => job.ask()))
  await eventually('all have begun', () => slow.every((job) => job.paid() === 1))
  const second = await openBus(group)
  await startWorkers(second, [named('second')], options)
  await eventually('the second member has partitions', async () => {
    await aJob(async () => ({ reply: 'Quick' })).ask()
    return byMember.includes('second')
  })
  free.abort()
  await Promise.all(slow.map((job) => job.reported(ReplyWritten.type)))
  expect(cutOff).toBe(0)
  expect(slow.map((job) => job.paid())).toEqual(slow.map(() => 1))
  expect(slow.flatMap((job) => job.of(StepPostponed.type))).toEqual([])
})

test('work that is cut off at the end releases its claim, and the next member does it at once', async () => {
  const group = await aGroup()
  const [first, second] = [await openBus(group), await openBus(group)]
  let isFirst = true
  const job = aJob(async (_data, { signal }) => {
    if (!isFirst) return { reply: 'The second' }
    isFirst = false
    await once(signal, 'abort')
    throw new Error('cut off')
  })
  await bus.close()
  await startWorkers(first, [worker()], { slots: 4, takeOverAfterMs: 60_000, drainMs: 100 })
  await job.ask()
  await eventually('it has begun', () => job.paid() === 1)
  await first.close()
  expect(await job.claimDocument()).toBeNull()
  await startWorkers(second, [worker()], { slots: 4, takeOverAfterMs: 60_000, drainMs: 100 })
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(2)
})

test('how long a step waited, how long it took and what the vendor answered is measured', async () => {
  const refused = aJob(async () => {
    throw new VendorError('permanent', 'content_refused', 'The text was refused')
  })
  const answered = aJob(async () => ({ reply: 'Well' }))
  await Promise.all([refused.ask(), answered.ask(1, 'bulk')])
  await Promise.all([refused.reported(StepFailed.type), answered.reported(ReplyWritten.type)])
  const text = await register.metrics()
  for (const series of [
    'step_wait_seconds_count{stage="chat",lane="fast"}',
    'step_wait_seconds_count{stage="chat",lane="bulk"}',
    'step_duration_seconds_count{stage="chat",outcome="done"}',
    'step_duration_seconds_count{stage="chat",outcome="failed"}',
    'vendor_attempts_total{stage="chat",outcome="answered"}',
    'vendor_attempts_total{stage="chat",outcome="refused"}',
  ])
    expect(text).toContain(`${series} `)
})
