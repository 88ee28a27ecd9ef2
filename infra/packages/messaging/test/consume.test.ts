import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { defineEvent, type EventDefinition } from '@utter/contracts/event'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { WebhookState } from '@utter/contracts/events/webhook-state'
import { eventually } from '@utter/testing/eventually'
import { aName, finished, openBus, progressed, publishRaw, sharedKafka, unavailable } from '@utter/testing/setup/buses'
import { mongo } from 'mongoose'
import { register } from 'prom-client'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openDeadLetterOffice } from '../src/dead-letters/dead-letter-office.ts'
import { ackAfter, on } from '../src/handler.ts'
import { eventOf } from '../src/outgoing-event.ts'

const keys = (count: number): string[] => Array.from({ length: count }, () => randomUUID())
/** Its pauses between attempts are a tenth of a process's. */
const inGroup = (group: string) => ({ group, pauseMs: 5 })
/** For a handler that never ends: its bus is closed without waiting for it. */
const hangingIn = (group: string) => ({ group, maxDrainMs: 100 })

test('messages of one job are handled in order and one after the other, those of many jobs at once', async () => {
  const bus = await openBus()
  const jobs = keys(20)
  const consumed = new Map(jobs.map((id) => [id, [] as number[]]))
  const busy = new Set<string>()
  let most = 0
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }, { version }) => {
        const list = consumed.get(jobId)
        if (!list) return
        expect(busy.has(jobId)).toBe(false)
        busy.add(jobId)
        most = Math.max(most, busy.size)
        await pause(Math.random() * 10)
        busy.delete(jobId)
        list.push(version)
      }),
    ],
    inGroup(aName()),
  )
  for (let version = 1; version <= 8; version++) await bus.publish(jobs.map((id) => progressed(id, version)))
  await eventually('all were consumed', () => [...consumed.values()].every((list) => list.length >= 8))
  for (const list of consumed.values()) expect(list).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(most).toBeGreaterThan(4)
})

test('the rest of a handling holds up no later message of its job, and when it fails the message is handled again', async () => {
  const bus = await openBus()
  const [job = ''] = keys(1)
  const handled: number[] = []
  let fail: (error: Error) => void = () => {}
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }, { version }) => {
        if (jobId !== job) return undefined
        handled.push(version)
        if (version !== 1 || handled.length > 1) return undefined
        return ackAfter(
          new Promise<void>((_resolve, reject) => {
            fail = reject
          }),
        )
      }),
    ],
    inGroup(aName()),
  )
  await bus.publish([progressed(job, 1)])
  await bus.publish([progressed(job, 2)])
  await eventually('the second was handled', () => handled.length >= 2)
  expect(handled).toEqual([1, 2])
  fail(unavailable())
  await eventually('the first was handled again', () => handled.length >= 3)
  expect(handled).toEqual([1, 2, 1])
})

test('the rest of a handling ends before its offset is committed', async () => {
  const group = aName()
  const [job = ''] = keys(1)
  const handled: string[] = []
  const listen = async (name: string, rest: () => Promise<void>) => {
    const bus = await openBus()
    await bus.consume(
      [
        on(JobProgressed, async ({ jobId }, { version }) => {
          if (jobId !== job) return undefined
          handled.push(`${name} ${version}`)
          return ackAfter(rest())
        }),
      ],
      hangingIn(group),
    )
    return bus
  }
  const first = await listen('first', () => new Promise(() => {}))
  await first.publish([progressed(job, 1)])
  await eventually('it was handled', () => handled.includes('first 1'))
  await first.close()
  await listen('second', async () => {})
  await eventually('it was handled by the next owner', () => handled.includes('second 1'))
})

test('a failover after a minute without a database costs no message: transient faults are not counted among the permanent ones', async () => {
  const bus = await openBus()
  const [job = ''] = keys(1)
  const electing = new mongo.MongoServerError({ ok: 0, code: 11_602, errmsg: 'operation was interrupted' })
  // As many as the permanent ones that a message may have.
  const faults = [unavailable(), unavailable(), unavailable(), electing, new TypeError('one of ours')]
  let done = false
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }) => {
        if (jobId !== job) return
        const fault = faults.shift()
        if (fault) throw fault
        done = true
      }),
    ],
    inGroup(aName()),
  )
  await bus.publish([progressed(job, 1)])
  await eventually('the message was handled', () => done)
  const office = await openDeadLetterOffice(sharedKafka())
  expect((await office.list(JobProgressed.topic)).filter(({ key }) => key === job)).toEqual([])
  await office.close()
})

test('while the store is unavailable for one job its message is retried, and only its job waits', async () => {
  const bus = await openBus()
  const jobs = keys(24)
  const [stuck = '', ...others] = jobs
  const done: string[] = []
  let isUnavailable = true
  let attempts = 0
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }, { version }) => {
        if (!jobs.includes(jobId)) return
        if (jobId === stuck && isUnavailable) {
          attempts++
          throw unavailable()
        }
        done.push(`${jobId} ${version}`)
      }),
    ],
    inGroup(aName()),
  )
  for (const version of [1, 2, 3]) await bus.publish(jobs.map((id) => progressed(id, version)))
  // More attempts than a fault of ours has.
  await eventually('the others are done', () => done.length === others.length * 3 && attempts > 5)
  expect(done.some((one) => one.startsWith(stuck))).toBe(false)
  isUnavailable = false
  await eventually('the stuck one goes on', () => done.length === jobs.length * 3)
  expect(done.filter((one) => one.startsWith(stuck))).toEqual([1, 2, 3].map((version) => `${stuck} ${version}`))
})

test('a message that a member had not acked when it left is consumed by the next, and one that it had acked is not lost', async () => {
  const group = aName()
  const jobs = keys(12)
  const [hanging = ''] = jobs
  const consumed = { first: new Set<string>(), second: new Set<string>() }
  const first = await openBus()
  await first.consume(
    [
      on(JobProgressed, async ({ jobId }) => {
        if (!jobs.includes(jobId)) return
        consumed.first.add(jobId)
        if (jobId === hanging) await new Promise(() => {})
      }),
    ],
    hangingIn(group),
  )
  await first.publish(jobs.map((id) => progressed(id, 1)))
  await eventually('the first has them all', () => consumed.first.size === jobs.length)
  await first.close()

  const second = await openBus()
  await second.publish([progressed(jobs[1] ?? '', 2)])
  await second.consume(
    [on(JobProgressed, async ({ jobId }, { version }) => void consumed.second.add(`${jobId} ${version}`))],
    inGroup(group),
  )
  await eventually(
    'it is consumed again',
    () => consumed.second.has(`${hanging} 1`) && consumed.second.has(`${jobs[1]} 2`),
  )
})

describe('what cannot be handled', () => {
  const envelope = (data: unknown, more: Record<string, unknown> = {}) =>
    JSON.stringify({
      id: randomUUID(),
      type: 'job-progressed',
      version: 1,
      occurredAt: new Date().toISOString(),
      userId: randomUUID(),
      data,
      ...more,
    })
  const unreadable: [string, string | null, string][] = [
    ['broken JSON', '{"id":', 'not JSON'],
    ['nothing', null, 'not JSON'],
    ['a number', '7', 'no envelope: body'],
    ['no envelope', '{}', 'no envelope: id'],
    ['a user who is none', envelope({}, { userId: { $ne: '' } }), 'no envelope: userId'],
    ['as many bytes as the broker takes', 'x'.repeat(1_048_400), 'not JSON'],
    ['data of another shape', envelope({ jobId: 'seven' }), 'no job-progressed: jobId'],
  ]

  test('goes to the dead letters with its reason, and its partition goes on', async () => {
    const bus = await openBus()
    const group = aName()
    const job = randomUUID()
    const consumed = new Set<string>()
    const counted = async () =>
      (await register.getSingleMetric('dead_letters_total')?.get())?.values.find(
        ({ labels }) => labels.topic === 'job.progressed',
      )?.value
    await bus.consume([on(JobProgressed, async ({ jobId }) => void consumed.add(jobId))], inGroup(group))
    // There before the first of them: an alert on its increase would not see it else.
    const before = (await counted()) ?? Number.NaN
    // A single key, so that all are in one partition.
    await publishRaw(
      'job.progressed',
      unreadable.map(([, value]) => ({ key: job, value })),
    )
    await bus.publish([progressed(job, 1)])
    await eventually('the message after them is consumed', () => consumed.has(job))
    const office = await openDeadLetterOffice(sharedKafka())
    const letters = (await office.list('job.progressed')).filter(
      (letter) => letter.group === group && letter.key === job,
    )
    await office.close()
    expect(await counted()).toBe(before + unreadable.length)
    expect(letters.map(({ key, value }) => [key, value])).toEqual(unreadable.map(([, value]) => [job, value ?? '']))
    for (const [index, [, , reason]] of unreadable.entries()) {
      expect(letters[index]?.reason).toContain(reason)
      expect(letters[index]?.from).toMatch(/^job\.progressed\/\d+@\d+$/)
    }
  })

  test('a fault of ours gets five attempts, then the message goes to the dead letters and the job goes on', async () => {
    const bus = await openBus()
    const group = aName()
    const job = randomUUID()
    const consumed: number[] = []
    await bus.consume(
      [
        on(JobProgressed, async ({ jobId }, { version }) => {
          if (jobId !== job) return
          consumed.push(version)
          if (version === 1) throw new TypeError('undefined is not a function')
        }),
      ],
      inGroup(group),
    )
    await bus.publish([progressed(job, 1), progressed(job, 2)])
    await eventually('the next is consumed', () => consumed.includes(2))
    expect(consumed).toEqual([1, 1, 1, 1, 1, 2])
    const office = await openDeadLetterOffice(sharedKafka())
    const letters = (await office.list('job.progressed')).filter(
      (letter) => letter.group === group && letter.key === job,
    )
    await office.close()
    expect(letters).toMatchObject([{ key: job, reason: 'undefined is not a function' }])
  })

  test('an event of another group is passed over', async () => {
    const bus = await openBus()
    const jobId = randomUUID()
    const consumed = new Set<string>()
    const group = aName()
    await bus.consume([on(ChatStarted, async (data) => void consumed.add(data.jobId))], inGroup(group))
    const audio = { name: 'a', sizeBytes: 1, durationMs: 1, peaks: [] }
    await bus.publish([eventOf(AudioStored, { userId: jobId, version: 1, data: { jobId, attempt: 1, audio } })])
    await bus.publish([eventOf(ChatStarted, { userId: jobId, version: 1, data: { jobId, attempt: 1 } })])
    await eventually('the one after it is consumed', () => consumed.has(jobId))
    expect(await lettersOf('job.steps', jobId, group)).toEqual([])
  })
})

describe('an event of a newer version', () => {
  test.each([
    ['a topic of states', WebhookState],
    ['the reports of steps', ChatStarted],
  ])(
    'in %s waits among the dead letters, and is consumed when it is replayed to that version',
    async (_what, known) => {
      const { topic } = known
      const newer = defineEvent(topic, aName(), z.object({ jobId: z.string() }))
      const [group, jobId] = [aName(), randomUUID()]
      const letters = () => lettersOf(topic, jobId, group)
      const before = await openBus()
      await before.consume([on(known as EventDefinition, async () => {})], inGroup(group))
      await before.publish([eventOf(newer, { userId: jobId, version: 1, data: { jobId } })])
      await eventually('it is set aside', async () => (await letters()).length > 0)
      expect(await letters()).toMatchObject([{ reason: 'unknown event' }])
      await before.close()

      const consumed = new Set<string>()
      await (await openBus()).consume([on(newer, async (data) => void consumed.add(data.jobId))], inGroup(group))
      const office = await openDeadLetterOffice(sharedKafka())
      await office.replay(topic)
      await office.close()
      await eventually('it is consumed', () => consumed.has(jobId))
      expect(await letters()).toEqual([])
    },
  )

  test('is passed over by a stream, which every replica would set aside', async () => {
    const newer = defineEvent(JobProgressed.topic, aName(), z.object({ jobId: z.string() }))
    const jobId = randomUUID()
    const bus = await openBus()
    const consumed = new Set<string>()
    await bus.broadcast([on(JobProgressed, async (data) => void consumed.add(data.jobId))])
    await bus.publish([eventOf(newer, { userId: jobId, version: 1, data: { jobId } }), progressed(jobId, 2)])
    await eventually('the one after it is consumed', () => consumed.has(jobId))
    expect(await lettersOf(JobProgressed.topic, jobId)).toEqual([])
  })
})

/** The dead letters of a key, of a group if one is given. */
async function lettersOf(topic: string, key: string, group?: string) {
  const office = await openDeadLetterOffice(sharedKafka())
  const letters = await office.list(topic)
  await office.close()
  return letters.filter((letter) => letter.key === key && (group === undefined || letter.group === group))
}

test('a consumer of two topics goes on however often their messages of one job overlap', async () => {
  const bus = await openBus()
  // More for each partition than the chains that may be at work in it.
  const waves = Array.from({ length: 12 }, () => keys(24))
  const consumed = new Set<string>()
  const mine = new Set(waves.flat())
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }) => {
        if (!mine.has(jobId)) return
        await pause(100)
        consumed.add(`${jobId} 1`)
      }),
      on(JobFinished, async ({ jobId }) => void consumed.add(`${jobId} 2`)),
    ],
    inGroup(aName()),
  )
  for (const jobs of waves) {
    await bus.publish(jobs.flatMap((id) => [progressed(id, 1), finished(id, 2)]))
    await eventually(
      'the wave was consumed',
      () => jobs.every((id) => consumed.has(`${id} 1`) && consumed.has(`${id} 2`)),
      8_000,
    )
  }
})

test('members that join and leave under load lose nothing and keep the order of each job', async () => {
  const group = aName()
  const jobs = keys(30)
  const versions = 12
  const consumed = new Map(jobs.map((id) => [id, [] as number[]]))
  const handler = () =>
    on(JobProgressed, async ({ jobId }, { version }) => {
      await pause(Math.random() * 8)
      consumed.get(jobId)?.push(version)
    })
  const join = async () => {
    const bus = await openBus()
    await bus.consume([handler()], inGroup(group))
    return bus
  }
  const speaker = await openBus()
  const first = await join()
  let isSaid = false
  const saying = (async () => {
    for (let version = 1; version <= versions; version++) {
      await speaker.publish(jobs.map((id) => progressed(id, version)))
      await pause(200)
    }
    isSaid = true
  })()
  const second = await join()
  await first.close()
  const third = await join()
  await second.close()
  await saying
  expect(isSaid).toBe(true)
  const count = () => [...consumed.values()].reduce((sum, list) => sum + new Set(list).size, 0)
  await eventually('all were consumed', () => count() === jobs.length * versions)
  await third.close()
  for (const list of consumed.values()) {
    // Consumed again is ordinary; consumed before its elder is not.
    for (const [index, version] of list.entries())
      expect(version).toBeLessThanOrEqual(Math.max(0, ...list.slice(0, index)) + 1)
  }
})

test('every replica consumes everything that is published once it is ready', async () => {
  const name = aName()
  const replicas = await Promise.all([openBus(name), openBus(name)])
  const consumed = replicas.map(() => new Set<string>())
  await Promise.all(
    replicas.map((bus, index) =>
      bus.broadcast([on(JobProgressed, async ({ jobId }) => void consumed[index]?.add(jobId))]),
    ),
  )
  const jobs = keys(40)
  await replicas[0]?.publish(jobs.map((id) => progressed(id, 1)))
  await eventually('both have consumed all', () => consumed.every((set) => jobs.every((id) => set.has(id))))
})
