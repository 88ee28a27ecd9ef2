import { setTimeout as pause } from 'node:timers/promises'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openRelay } from '@utter/messaging/publish/outbox'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { eventsFor } from '../../src/publishes/events-for.ts'
import { openLifecycle } from '../support/open-lifecycle.ts'

const entries = 1_000

const lifecycle = await closedAfterAll(openLifecycle('jobs-outbox'))

test('three relays over one outbox publish each change once', async () => {
  const userId = await lifecycle.account('free')
  const drafts = Array.from({ length: entries }, () => ({
    ...lifecycle.draft(userId),
    status: 'pending' as const,
    queue: 'waiting' as const,
    version: 1,
    unpublishedSince: lifecycle.now(),
  }))
  await lifecycle.mongo.connection.collection('jobs').insertMany(drafts as never[])
  const published = new Map<string, number>()
  const publish = async (events: OutgoingEvent[]) => {
    // A broker on its way to three disks.
    await pause(20)
    for (const { data } of events) {
      const { jobId } = data as { jobId: string }
      published.set(jobId, (published.get(jobId) ?? 0) + 1)
    }
  }
  const open = () => openRelay({ ...lifecycle.deps.jobs.outbox, eventsFor }, publish, createLog('jobs', 'silent'))
  await using _one = open()
  await using _two = open()
  await using _three = open()
  const left = () =>
    lifecycle.mongo.connection.collection('jobs').countDocuments({ userId, unpublishedSince: { $exists: true } })
  await expect.poll(left).toBe(0)
  expect(published.size).toBe(entries)
  expect([...published.values()].reduce((sum, times) => sum + times, 0)).toBeLessThan(entries * 1.03)
})
