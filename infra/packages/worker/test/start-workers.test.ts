import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { StepPostponed } from '@utter/contracts/events/step-postponed'
import { openDeadLetterOffice } from '@utter/messaging/dead-letters/dead-letter-office'
import { eventOf } from '@utter/messaging/outgoing-event'
import { eventually } from '@utter/testing/eventually'
import { sharedKafka } from '@utter/testing/setup/buses'
import { expect, test } from 'vitest'
import { openStage, type Perform, stage } from './support/open-stage.ts'

const { aGroup, aJob, claims, observer, openMember, present, requested, worker } = await openStage()

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
  await present.bus.close()
  const single = await openMember({ slots: 1 }, undefined, slow)
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
    await eventually('bulk work is done', () => bulk.every((job) => job.of(ReplyWritten.type).length > 0))
  } finally {
    running = false
  }
})

test('a worker that stops begins nothing new, whatever slot becomes free', async () => {
  await present.bus.close()
  const group = await aGroup()
  const single = await openMember({ slots: 1 }, group)
  const free = new AbortController()
  const first = aJob(async () => {
    await once(free.signal, 'abort')
    return { reply: 'First' }
  })
  const waiting = Array.from({ length: 4 }, () => aJob(async () => ({ reply: 'Waited' })))
  await first.ask()
  await eventually('the first has begun', () => first.paid() === 1)
  await Promise.all(waiting.map((job) => job.ask()))
  await eventually('the others wait', async () =>
    (await Promise.all(waiting.map((job) => job.claimDocument()))).every(Boolean),
  )
  const closed = single.close()
  free.abort()
  await closed
  await first.reported(ReplyWritten.type)
  expect(waiting.map((job) => job.paid())).toEqual([0, 0, 0, 0])
  await openMember({ slots: 1 }, group)
  await Promise.all(waiting.map((job) => job.reported(ReplyWritten.type)))
  expect(waiting.map((job) => job.paid())).toEqual([1, 1, 1, 1])
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
  const closed = present.bus.close()
  free.abort()
  await closed
  expect(await claims.find(job.jobId, stage)).toMatchObject({ result: { value: { reply: 'In time' } } })
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(1)
})

test('what a busy member leaves waiting is done by one that has slots, whoever has the partitions', async () => {
  await present.bus.close()
  const free = new AbortController()
  const slow = Array.from({ length: 3 }, () =>
    aJob(async () => {
      await once(free.signal, 'abort')
      return { reply: 'Slow' }
    }),
  )
  const [busy, idle] = [await aGroup(), await aGroup()]
  await openMember({ slots: 1 }, busy)
  await Promise.all(slow.map((job) => job.ask()))
  await eventually('one has begun', () => slow.filter((job) => job.paid() === 1).length === 1)
  // A group of its own, which begins behind these requests: none of them is ever consumed there.
  await openMember({ slots: 4 }, idle)
  await eventually('all have begun', () => slow.every((job) => job.paid() === 1))
  free.abort()
  await Promise.all(slow.map((job) => job.reported(ReplyWritten.type)))
  expect(slow.map((job) => job.paid())).toEqual([1, 1, 1])
})

test('a rebalance means nothing to the work that is done: nothing is cut off, nothing is paid twice', async () => {
  await present.bus.close()
  const group = await aGroup()
  const options = { slots: 16, deadAfterMs: 10_000 }
  await openMember(options, group)
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
  const second = await openMember(options, group)
  await second.close()
  await openMember(options, group)
  await Promise.all(slow.map((job) => job.ask(2)))
  await eventually('both requests of each are there', async () =>
    (await Promise.all(slow.map((job) => job.claimDocument()))).every((claim) => claim?.attempt === 2),
  )
  free.abort()
  await Promise.all(slow.map((job) => job.reported(ReplyWritten.type)))
  expect(cutOff).toBe(0)
  expect(slow.map((job) => job.paid())).toEqual(slow.map(() => 1))
  expect(slow.flatMap((job) => job.of(StepPostponed.type))).toEqual([])
})

test('work that is cut off at the end waits again, and another member does it at once', async () => {
  let isFirst = true
  const job = aJob(async (_data, { signal }) => {
    if (!isFirst) return { reply: 'The second' }
    isFirst = false
    await once(signal, 'abort')
    throw new Error('cut off')
  })
  await present.bus.close()
  const options = { deadAfterMs: 60_000, drainMs: 100 }
  const first = await openMember(options)
  await job.ask()
  await eventually('it has begun', () => job.paid() === 1)
  await first.close()
  expect(await job.claimDocument()).toMatchObject({ turn: -1 })
  await openMember(options)
  await job.reported(ReplyWritten.type)
  expect(job.paid()).toBe(2)
})

test('a request that this version does not know goes to the dead letters, an event of another consumer is passed over, and its lane goes on', async () => {
  const job = aJob(async () => ({ reply: 'After them' }))
  const { userId, jobId } = job
  const data = { jobId, attempt: 1, sessionId: 's', text: 'Hello' }
  const newer = { ...requested, type: 'asked-by-a-newer-one' }
  const others = { ...requested, type: ChatStarted.type }
  await observer.publish([newer, others].map((event) => eventOf<unknown>(event, { userId, version: 1, data })))
  await job.ask()
  await job.reported(ReplyWritten.type)
  const office = await openDeadLetterOffice(sharedKafka())
  const letters = await office.list(requested.topic)
  await office.close()
  expect(letters.map(({ key, reason, value }) => [key, reason, JSON.parse(value).type])).toEqual([
    [jobId, 'unknown event', newer.type],
  ])
})
