import { setTimeout as pause } from 'node:timers/promises'
import { openRelay } from '@utter/messaging/outbox'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventsFor } from '../src/publishes/events-for.ts'
import { type Conductor, openConductor } from './support/open-lifecycle.ts'

const entries = 1_000

let road: Conductor
beforeAll(async () => {
  road = await openConductor('jobs-outbox')
})
afterAll(() => road.close())

test('three relays over one outbox tell each change once', async () => {
  const userId = await road.account('free')
  const drafts = Array.from({ length: entries }, () => ({
    ...road.draft(userId),
    status: 'pending' as const,
    queue: 'waiting' as const,
    version: 1,
    unpublishedSince: road.now(),
  }))
  await road.mongo.connection.collection('jobs').insertMany(drafts as never[])
  const told = new Map<string, number>()
  const publish = async (events: OutgoingEvent[]) => {
    // A broker on its way to three disks.
    await pause(20)
    for (const { data } of events) {
      const { jobId } = data as { jobId: string }
      told.set(jobId, (told.get(jobId) ?? 0) + 1)
    }
  }
  const open = () => openRelay({ ...road.deps.jobs.outbox, eventsFor }, publish, createLog('jobs', 'silent'))
  await using _one = open()
  await using _two = open()
  await using _three = open()
  const left = () =>
    road.mongo.connection.collection('jobs').countDocuments({ userId, unpublishedSince: { $exists: true } })
  await expect.poll(left, { timeout: 20_000 }).toBe(0)
  expect(told.size).toBe(entries)
  expect([...told.values()].reduce((sum, times) => sum + times, 0)).toBeLessThan(entries * 1.03)
})
