import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { createLog } from '@utter/telemetry/log'
import { register } from 'prom-client'
import { expect, test } from 'vitest'
import { eventOf, type OutgoingEvent } from '../src/outgoing-event.ts'
import { openRelay } from '../src/publish/outbox.ts'

type Document = { id: string; unpublishedSince?: Date }
const userId = '6f3c1f0e-3f53-4c6e-9d3e-1f2a3b4c5d6e'
const ago = (ms: number) => new Date(Date.now() - ms)
const leaseMs = 1_000

/** An outbox in memory, and a broker that is unavailable as long as a test wants and never takes some documents. */
function open(documents: Document[]) {
  const published: string[] = []
  const leases: number[] = []
  const broker = { isUnavailable: false, refuses: new Set<string>() }
  const eventsFor = ({ id }: Document) => [
    eventOf(SpeechStarted, { userId, version: 1, data: { jobId: id, attempt: 1 } }) as OutgoingEvent,
  ]
  const relay = openRelay<Document>(
    {
      async lease(before, limit) {
        const leased = documents
          .filter(({ unpublishedSince }) => unpublishedSince !== undefined && unpublishedSince <= before)
          .slice(0, limit)
        leases.push(leased.length)
        for (const document of leased) document.unpublishedSince = new Date(Date.now() + leaseMs)
        return { found: leased.length, leased }
      },
      eventsFor,
      markPublished: async (documents) => {
        for (const document of documents) delete document.unpublishedSince
      },
    },
    async (events) => {
      const ids = events.map(({ data }) => (data as { jobId: string }).jobId)
      if (broker.isUnavailable) throw new Error('the broker is unavailable')
      if (ids.some((id) => broker.refuses.has(id))) throw new Error('the message is larger than a broker takes')
      published.push(...ids)
    },
    createLog('outbox', 'silent'),
    { sweepEveryMs: 100 },
  )
  return {
    relay,
    published,
    leases,
    broker,
    left: () => documents.filter(({ unpublishedSince }) => unpublishedSince).map(({ id }) => id),
  }
}
const blockedSeconds = async () => (await register.getSingleMetric('outbox_blocked_seconds')?.get())?.values[0]?.value
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: `${i}`, unpublishedSince: ago(3_000) }))

test('the change of a process that died is published by the sweep, and what is in flight is left to its process', async () => {
  const { relay, published, left } = open([
    { id: 'old', unpublishedSince: ago(3_000) },
    { id: 'young', unpublishedSince: ago(-60_000) },
  ])
  await using _ = relay
  await expect.poll(left).toEqual(['young'])
  expect(published).toEqual(['old'])
})

test('more than one sweep takes at once are all published', async () => {
  const { relay, published, left } = open(numbered(450))
  await using _ = relay
  await expect.poll(left).toEqual([])
  expect(new Set(published).size).toBe(450)
})

test('a change is published at once, and by the sweep when the broker was unavailable', async () => {
  const document: Document = { id: 'job', unpublishedSince: ago(1_500) }
  const { relay, published, broker, left } = open([document])
  await using _ = relay
  broker.isUnavailable = true
  relay.soon(document)
  await expect.poll(left).toEqual(['job'])
  broker.isUnavailable = false
  await expect.poll(left).toEqual([])
  expect(published).toEqual(['job'])
  relay.soon({ id: 'next' })
  await expect.poll(() => published).toEqual(['job', 'next'])
})

test('a document that cannot be published holds up none of the others', async () => {
  const { relay, published, broker, left } = open(numbered(450))
  for (const id of ['0', '7', '300']) broker.refuses.add(id)
  await using _ = relay
  await expect.poll(left).toEqual(['0', '7', '300'])
  expect(published).toHaveLength(447)
})

test('while the broker is unavailable one document asks for all, and when it is back the others are published at once', async () => {
  const { relay, leases, broker, left } = open(numbered(1_000))
  await using _ = relay
  broker.isUnavailable = true
  await expect.poll(() => leases.length).toBeGreaterThanOrEqual(3)
  expect(leases.slice(0, 3)).toEqual([200, 1, 1])
  expect(await blockedSeconds()).toBeGreaterThan(0)
  broker.isUnavailable = false
  await expect.poll(() => left().length).toBe(0)
  await expect.poll(blockedSeconds).toBe(0)
})
