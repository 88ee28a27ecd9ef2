import { setTimeout as pause } from 'node:timers/promises'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { VendorError } from '@utter/contracts/vendor-error'
import { eventOf } from '@utter/messaging/outgoing-event'
import { unavailable } from '@utter/testing/setup/buses'
import { expect, test } from 'vitest'
import { failing, openStage, stage } from './support/open-stage.ts'

const { aJob, present } = await openStage()

test('a permanent fault fails the step with its sentence, and is remembered', async () => {
  const job = aJob(failing(() => new VendorError('permanent', 'refused_content', 'The model refuses this text')))
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
  const job = aJob(failing(() => new TypeError('undefined is not a function')))
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
  const job = aJob(failing(fault))
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

test.each([
  ['for at least so long', 90_000, 90_000, Number.POSITIVE_INFINITY],
  ['for an hour where it asks for ten days', 10 * 24 * 3_600_000, 59.5 * 60_000, 60.5 * 60_000],
])(
  'a long wait that the vendor asks for postpones the step at once, %s',
  async (_howLong, retryAfterMs, minMs, maxMs) => {
    const job = aJob(failing(() => new VendorError('transient', 'rate_limited', 'Too many requests', { retryAfterMs })))
    const startedMs = Date.now()
    await job.ask()
    await job.reported(StepPostponed.type)
    expect(job.paid()).toBe(1)
    const untilMs = Date.parse(String(job.of(StepPostponed.type)[0]?.data.until))
    expect(untilMs - startedMs).toBeGreaterThanOrEqual(minMs)
    expect(untilMs - Date.now()).toBeLessThan(maxMs)
  },
)

test('a vendor that is unavailable is called a few times, then not at all: steps are postponed without having begun', async () => {
  const outage = () => new VendorError('transient', 'chat_unavailable', 'Away', { isOutage: true })
  const first = Array.from({ length: 2 }, () => aJob(failing(outage)))
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

test('a vendor that never answers and respects no signal holds its slot for the time of the step, and is called once', async () => {
  present.limitMs = 300
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
  present.limitMs = 600
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
