import { randomUUID } from 'node:crypto'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { eventually } from '@utter/testing/eventually'
import { aName, openBus, progressed, publishRaw } from '@utter/testing/setup/buses'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { on } from '../src/handler.ts'
import { encode } from '../src/publish/encoding.ts'

/** A group's measured events of the topic: how many in all, and how many that are at most a minute and at most five old. */
async function agesIn(group: string) {
  const { values = [] } = (await register.getSingleMetric('event_age_seconds')?.get()) ?? {}
  const found = values.filter(({ labels }) => labels.group === group && labels.topic === JobProgressed.topic)
  const upTo = (le: number | string) => found.find(({ labels }) => labels.le === le)?.value
  return { minute: upTo(60), fiveMinutes: upTo(300), all: upTo('+Inf') }
}

/** A message that was published so long ago by its own account; the broker stores it now. */
function publishedBefore(jobId: string, ms: number) {
  const { key, value } = encode(progressed(jobId, 1)).message
  const envelope = { ...JSON.parse(String(value)), occurredAt: new Date(Date.now() - ms).toISOString() }
  return { key: String(key), value: JSON.stringify(envelope), headers: { userId: jobId } }
}

/** Handles the progress of these jobs. */
function progressOf(jobs: string[]) {
  const handled: string[] = []
  const handler = on(JobProgressed, async ({ jobId }) => void handled.push(jobId), {
    wants: ({ key }) => jobs.includes(key),
  })
  return { handler, handled }
}

test('a broadcast measures the age of an event since its publication, under one name for all replicas', async () => {
  const name = aName()
  const [bus, old, recent] = [await openBus(name), randomUUID(), randomUUID()]
  const { handler, handled } = progressOf([old, recent])
  await bus.broadcast([handler])
  expect(await agesIn(`${name}-broadcast`)).toEqual({ minute: 0, fiveMinutes: 0, all: 0 })
  await publishRaw(JobProgressed.topic, [publishedBefore(old, 120_000)])
  await bus.publish([progressed(recent, 1)])
  await eventually('both were handled', () => handled.length >= 2)
  expect(await agesIn(`${name}-broadcast`)).toEqual({ minute: 1, fiveMinutes: 2, all: 2 })
})

test('a group measures each attempt at an event, so that a message that cannot be handled grows old', async () => {
  const [bus, group, job] = [await openBus(), aName(), randomUUID()]
  const attempts: string[] = []
  // Its group begins with all that other tests have published.
  const handler = on(JobProgressed, async ({ jobId }) => {
    attempts.push(jobId)
    if (attempts.filter((one) => one === job).length === 1) throw new Error('a fault')
  })
  await bus.consume([handler], { group, pauseMs: 5 })
  await publishRaw(JobProgressed.topic, [publishedBefore(job, 120_000)])
  await eventually('it was handled', () => attempts.filter((one) => one === job).length === 2)
  // Events of other tests come meanwhile, and are measured a moment before they are handled.
  const notMeasured = async () => attempts.length - ((await agesIn(group)).all ?? 0)
  await expect.poll(notMeasured).toBe(0)
})

test('an event whose publisher’s clock is ahead is new', async () => {
  const name = aName()
  const [bus, job] = [await openBus(name), randomUUID()]
  const { handler, handled } = progressOf([job])
  await bus.broadcast([handler])
  await publishRaw(JobProgressed.topic, [publishedBefore(job, -60_000)])
  await eventually('it was handled', () => handled.length > 0)
  expect(await agesIn(`${name}-broadcast`)).toEqual({ minute: 1, fiveMinutes: 1, all: 1 })
})
