import { randomUUID } from 'node:crypto'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, finished, openBus, progressed } from '@utter/testing/setup/buses'
import { expect, test } from 'vitest'
import { on } from '../src/handler.ts'

test('what is published in many small pieces at once stands in the order in which it was published, and a close waits for it', async () => {
  const [consumer, publisher] = [await openBus(), await openBus()]
  const jobs: string[] = Array.from({ length: 5 }, () => randomUUID())
  const consumed = new Map(jobs.map((id) => [id, [] as number[]]))
  await consumer.consume(
    [on(JobProgressed, async ({ jobId }, { version }) => void consumed.get(jobId)?.push(version))],
    {
      group: aName(),
    },
  )
  const sends: Promise<void>[] = []
  for (let version = 1; version <= 100; version++) {
    for (const id of jobs) sends.push(publisher.publish([progressed(id, version)]))
    if (version % 10 === 0) await sends.at(-50)
  }
  await publisher.close()
  await Promise.all(sends)
  await eventually('all were consumed', () => [...consumed.values()].every((list) => list.length >= 100))
  const inOrder = Array.from({ length: 100 }, (_, i) => i + 1)
  for (const list of consumed.values()) expect(list).toEqual(inOrder)
})

test('too much at once is refused, and what follows is published', async () => {
  const bus = await openBus()
  const job = randomUUID()
  await expect(bus.publish(Array.from({ length: 5_001 }, (_, i) => progressed(job, i)))).rejects.toThrow(
    /wait for the broker/,
  )
  await bus.publish([progressed(job, 1)])
})

test('more bytes at once than a broker takes are published in portions, and in order', async () => {
  const [consumer, publisher] = [await openBus(), await openBus()]
  const job = randomUUID()
  const consumed: number[] = []
  await consumer.consume(
    [
      on(JobFinished, async ({ jobId }, { version }) => {
        if (jobId === job) consumed.push(version)
      }),
    ],
    { group: aName() },
  )
  const long = (version: number) => {
    const event = finished(job, version)
    return { ...event, data: { ...event.data, aiResponse: 'x'.repeat(40_000) } }
  }
  await Promise.all([
    publisher.publish(Array.from({ length: 50 }, (_, i) => long(i + 1))),
    ...Array.from({ length: 50 }, (_, i) => publisher.publish([long(51 + i)])),
  ])
  await eventually('all were consumed', () => consumed.length >= 100)
  expect(consumed).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
})

test('nothing to publish asks nothing of the broker', async () => {
  const bus = await openBus()
  await bus.close()
  await bus.publish([])
})
