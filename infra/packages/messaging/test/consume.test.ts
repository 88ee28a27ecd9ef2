import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { mongo } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { openDeadLetterOffice } from '../src/dead-letter-office.ts'
import { fact } from '../src/fact.ts'
import { meanwhile, on } from '../src/handler.ts'
import { aName, away, brokers, finished, openBus, progressed, sayRaw } from './buses.ts'

const keys = (count: number): string[] => Array.from({ length: count }, () => randomUUID())
const inGroup = (group: string) => ({ group })

test('messages of one job are handled in order and one after the other, those of many jobs at once', async () => {
  const bus = await openBus()
  const jobs = keys(20)
  const heard = new Map(jobs.map((id) => [id, [] as number[]]))
  const busy = new Set<string>()
  let most = 0
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }, { version }) => {
        const list = heard.get(jobId)
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
  for (let version = 1; version <= 8; version++) await bus.say(jobs.map((id) => progressed(id, version)))
  await eventually('all were heard', () => [...heard.values()].every((list) => list.length >= 8))
  for (const list of heard.values()) expect(list).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
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
        return meanwhile(
          new Promise<void>((_resolve, reject) => {
            fail = reject
          }),
        )
      }),
    ],
    inGroup(aName()),
  )
  await bus.say([progressed(job, 1)])
  await bus.say([progressed(job, 2)])
  await eventually('the second was handled', () => handled.length >= 2)
  expect(handled).toEqual([1, 2])
  fail(away())
  await eventually('the first was handled again', () => handled.length >= 3)
  expect(handled).toEqual([1, 2, 1])
})

test('what is left of a handling is waited for before its offset is committed', async () => {
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
          return meanwhile(rest())
        }),
      ],
      inGroup(group),
    )
    return bus
  }
  const first = await listen('first', () => new Promise(() => {}))
  await first.say([progressed(job, 1)])
  await eventually('it was handled', () => handled.includes('first 1'))
  await first.close()
  await listen('second', async () => {})
  await eventually('it was handled by the next owner', () => handled.includes('second 1'))
})

test('a failover after a minute without a database costs no message: faults that pass are not counted among ours', async () => {
  const bus = await openBus()
  const [job = ''] = keys(1)
  const electing = new mongo.MongoServerError({ ok: 0, code: 11_602, errmsg: 'operation was interrupted' })
  const faults = [away(), away(), away(), away(), away(), away(), electing, new TypeError('one of ours')]
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
  await bus.say([progressed(job, 1)])
  await eventually('the message was handled', () => done)
  const office = await openDeadLetterOffice(brokers())
  expect((await office.list(JobProgressed.topic)).filter(({ key }) => key === job)).toEqual([])
  await office.close()
})

test('while the store is away for one job its message is tried again, and only its job waits', async () => {
  const bus = await openBus()
  const jobs = keys(24)
  const [stuck = '', ...others] = jobs
  const done: string[] = []
  let isAway = true
  let tries = 0
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }, { version }) => {
        if (!jobs.includes(jobId)) return
        if (jobId === stuck && isAway) {
          tries++
          throw away()
        }
        done.push(`${jobId} ${version}`)
      }),
    ],
    inGroup(aName()),
  )
  for (const version of [1, 2, 3]) await bus.say(jobs.map((id) => progressed(id, version)))
  // More tries than a fault of ours has.
  await eventually('the others are done', () => done.length === others.length * 3 && tries > 6)
  expect(done.some((one) => one.startsWith(stuck))).toBe(false)
  isAway = false
  await eventually('the stuck one goes on', () => done.length === jobs.length * 3)
  expect(done.filter((one) => one.startsWith(stuck))).toEqual([1, 2, 3].map((version) => `${stuck} ${version}`))
})

test('what a member had not finished when it left is heard by the next, and what it had finished is not lost', async () => {
  const group = aName()
  const jobs = keys(12)
  const [hanging = ''] = jobs
  const heard = { first: new Set<string>(), second: new Set<string>() }
  const first = await openBus()
  await first.consume(
    [
      on(JobProgressed, async ({ jobId }) => {
        if (!jobs.includes(jobId)) return
        heard.first.add(jobId)
        if (jobId === hanging) await new Promise(() => {})
      }),
    ],
    inGroup(group),
  )
  await first.say(jobs.map((id) => progressed(id, 1)))
  await eventually('the first has them all', () => heard.first.size === jobs.length)
  await first.close()

  const second = await openBus()
  await second.say([progressed(jobs[1] ?? '', 2)])
  await second.consume(
    [on(JobProgressed, async ({ jobId }, { version }) => void heard.second.add(`${jobId} ${version}`))],
    inGroup(group),
  )
  await eventually('it is heard again', () => heard.second.has(`${hanging} 1`) && heard.second.has(`${jobs[1]} 2`))
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
    const heard = new Set<string>()
    await bus.consume([on(JobProgressed, async ({ jobId }) => void heard.add(jobId))], inGroup(group))
    // One key, so that all stand in one partition.
    await sayRaw(
      'job.progressed',
      unreadable.map(([, value]) => ({ key: job, value })),
    )
    await bus.say([progressed(job, 1)])
    await eventually('the message after them is heard', () => heard.has(job))
    const office = await openDeadLetterOffice(brokers())
    const letters = (await office.list('job.progressed')).filter(
      (letter) => letter.group === group && letter.key === job,
    )
    await office.close()
    expect(letters.map(({ key, value }) => [key, value])).toEqual(unreadable.map(([, value]) => [job, value ?? '']))
    for (const [index, [, , reason]] of unreadable.entries()) {
      expect(letters[index]?.reason).toContain(reason)
      expect(letters[index]?.from).toMatch(/^job\.progressed\/\d+@\d+$/)
    }
  })

  test('a fault of ours is tried five times, then the message is put away and the job goes on', async () => {
    const bus = await openBus()
    const group = aName()
    const job = randomUUID()
    const heard: number[] = []
    await bus.consume(
      [
        on(JobProgressed, async ({ jobId }, { version }) => {
          if (jobId !== job) return
          heard.push(version)
          if (version === 1) throw new TypeError('undefined is not a function')
        }),
      ],
      inGroup(group),
    )
    await bus.say([progressed(job, 1), progressed(job, 2)])
    await eventually('the next is heard', () => heard.includes(2))
    expect(heard).toEqual([1, 1, 1, 1, 1, 2])
    const office = await openDeadLetterOffice(brokers())
    const letters = (await office.list('job.progressed')).filter(
      (letter) => letter.group === group && letter.key === job,
    )
    await office.close()
    expect(letters).toMatchObject([{ key: job, reason: 'undefined is not a function' }])
  })

  test('an event that this listener does not know is passed over', async () => {
    const bus = await openBus()
    const group = aName()
    const jobId = randomUUID()
    const heard = new Set<string>()
    await bus.consume([on(ChatStarted, async (data) => void heard.add(data.jobId))], inGroup(group))
    const audio = { name: 'a', sizeBytes: 1, durationMs: 1, peaks: [] }
    await bus.say([fact(AudioStored, { userId: jobId, version: 1, data: { jobId, attempt: 1, audio } })])
    await sayRaw('job.steps', [{ key: jobId, value: envelope({ anything: 1 }, { type: 'said-by-a-newer-one' }) }])
    await bus.say([fact(ChatStarted, { userId: jobId, version: 1, data: { jobId, attempt: 1 } })])
    await eventually('the one after them is heard', () => heard.has(jobId))
    const office = await openDeadLetterOffice(brokers())
    expect((await office.list('job.steps')).filter((letter) => letter.key === jobId)).toEqual([])
    await office.close()
  })
})

test('a listener of two topics goes on however often their messages of one job overlap', async () => {
  const bus = await openBus()
  // More for each partition than the chains that may be at work in it.
  const waves = Array.from({ length: 12 }, () => keys(24))
  const heard = new Set<string>()
  const mine = new Set(waves.flat())
  await bus.consume(
    [
      on(JobProgressed, async ({ jobId }) => {
        if (!mine.has(jobId)) return
        await pause(100)
        heard.add(`${jobId} 1`)
      }),
      on(JobFinished, async ({ jobId }) => void heard.add(`${jobId} 2`)),
    ],
    inGroup(aName()),
  )
  for (const jobs of waves) {
    await bus.say(jobs.flatMap((id) => [progressed(id, 1), finished(id, 2)]))
    await eventually(
      'the wave was heard',
      () => jobs.every((id) => heard.has(`${id} 1`) && heard.has(`${id} 2`)),
      8_000,
    )
  }
})

test('members that join and leave under load lose nothing and keep the order of each job', async () => {
  const group = aName()
  const jobs = keys(30)
  const versions = 12
  const heard = new Map(jobs.map((id) => [id, [] as number[]]))
  const handler = () =>
    on(JobProgressed, async ({ jobId }, { version }) => {
      await pause(Math.random() * 8)
      heard.get(jobId)?.push(version)
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
      await speaker.say(jobs.map((id) => progressed(id, version)))
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
  const count = () => [...heard.values()].reduce((sum, list) => sum + new Set(list).size, 0)
  await eventually('all were heard', () => count() === jobs.length * versions)
  await third.close()
  for (const list of heard.values()) {
    // Heard again is ordinary; heard before its elder is not.
    for (const [index, version] of list.entries())
      expect(version).toBeLessThanOrEqual(Math.max(0, ...list.slice(0, index)) + 1)
  }
})

test('every replica hears everything that is said once it is ready', async () => {
  const name = aName()
  const replicas = await Promise.all([openBus(name), openBus(name)])
  const heard = replicas.map(() => new Set<string>())
  await Promise.all(
    replicas.map((bus, index) =>
      bus.broadcast([on(JobProgressed, async ({ jobId }) => void heard[index]?.add(jobId))]),
    ),
  )
  const jobs = keys(40)
  await replicas[0]?.say(jobs.map((id) => progressed(id, 1)))
  await eventually('both have heard all', () => heard.every((set) => jobs.every((id) => set.has(id))))
})
