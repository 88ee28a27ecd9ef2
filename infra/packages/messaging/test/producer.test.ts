import { randomUUID } from 'node:crypto'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { expect, test } from 'vitest'
import { on } from '../src/handler.ts'
import { aName, finished, openBus, progressed } from './buses.ts'

test('what is said in many small pieces at once stands in the order in which it was said, and a close waits for it', async () => {
  const [listener, speaker] = [await openBus(), await openBus()]
  const jobs: string[] = Array.from({ length: 5 }, () => randomUUID())
  const heard = new Map(jobs.map((id) => [id, [] as number[]]))
  await listener.consume([on(JobProgressed, async ({ jobId }, { version }) => void heard.get(jobId)?.push(version))], {
    group: aName(),
  })
  const sends: Promise<void>[] = []
  for (let version = 1; version <= 100; version++) {
    for (const id of jobs) sends.push(speaker.say([progressed(id, version)]))
    if (version % 10 === 0) await sends.at(-50)
  }
  await speaker.close()
  await Promise.all(sends)
  await eventually('all were heard', () => [...heard.values()].every((list) => list.length >= 100))
  const inOrder = Array.from({ length: 100 }, (_, i) => i + 1)
  for (const list of heard.values()) expect(list).toEqual(inOrder)
})

test('too much at once is refused, and what follows is said', async () => {
  const bus = await openBus()
  const job = randomUUID()
  await expect(bus.say(Array.from({ length: 5_001 }, (_, i) => progressed(job, i)))).rejects.toThrow(
    /wait for the broker/,
  )
  await bus.say([progressed(job, 1)])
})

test('more bytes at once than a broker takes are said in portions, and in order', async () => {
  const [listener, speaker] = [await openBus(), await openBus()]
  const job = randomUUID()
  const heard: number[] = []
  await listener.consume(
    [
      on(JobFinished, async ({ jobId }, { version }) => {
        if (jobId === job) heard.push(version)
      }),
    ],
    { group: aName() },
  )
  const long = (version: number) => {
    const fact = finished(job, version)
    return { ...fact, data: { ...fact.data, aiResponse: 'x'.repeat(40_000) } }
  }
  await Promise.all([
    speaker.say(Array.from({ length: 50 }, (_, i) => long(i + 1))),
    ...Array.from({ length: 50 }, (_, i) => speaker.say([long(51 + i)])),
  ])
  await eventually('all were heard', () => heard.length >= 100)
  expect(heard).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
})

test('nothing to say asks nothing of the broker', async () => {
  const bus = await openBus()
  await bus.close()
  await bus.say([])
})
