import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import { type Fact, fact } from '../src/fact.ts'
import { openRelay } from '../src/outbox.ts'

type Document = { id: string; unsaid?: Date }
const userId = '6f3c1f0e-3f53-4c6e-9d3e-1f2a3b4c5d6e'
const ago = (ms: number) => new Date(Date.now() - ms)

/** An outbox in memory, and a broker that is away as long as a test says. */
function open(documents: Document[]) {
  const said: string[] = []
  const broker = { isAway: false }
  const meaning = ({ id }: Document) => [
    fact(SpeechStarted, { userId, version: 1, data: { jobId: id, attempt: 1 } }) as Fact,
  ]
  const relay = openRelay<Document>(
    {
      unsaid: async (before, limit) =>
        documents.filter(({ unsaid }) => unsaid !== undefined && unsaid <= before).slice(0, limit),
      meaning,
      said: async (documents) => {
        for (const document of documents) delete document.unsaid
      },
    },
    async (facts) => {
      if (broker.isAway) throw new Error('the broker is away')
      said.push(...facts.map(({ data }) => (data as { jobId: string }).jobId))
    },
    createLog('outbox', 'silent'),
  )
  return { relay, said, broker, left: () => documents.filter(({ unsaid }) => unsaid).map(({ id }) => id) }
}

test('what somebody changed and died is told by the sweep, and what is under way is left to who changed it', async () => {
  const { relay, said, left } = open([
    { id: 'old', unsaid: ago(3_000) },
    { id: 'young', unsaid: ago(-60_000) },
  ])
  await using _ = relay
  await expect.poll(left, { timeout: 5_000 }).toEqual(['young'])
  expect(said).toEqual(['old'])
})

test('more than one sweep takes at once are all told', async () => {
  const { relay, said, left } = open(Array.from({ length: 450 }, (_, i) => ({ id: `${i}`, unsaid: ago(3_000) })))
  await using _ = relay
  await expect.poll(left, { timeout: 5_000 }).toEqual([])
  expect(new Set(said).size).toBe(450)
})

test('a change is told at once, and by the sweep when the broker was away', async () => {
  const document: Document = { id: 'job', unsaid: ago(1_500) }
  const { relay, said, broker, left } = open([document])
  await using _ = relay
  broker.isAway = true
  relay.soon(document)
  await expect.poll(left).toEqual(['job'])
  broker.isAway = false
  await expect.poll(left, { timeout: 5_000 }).toEqual([])
  expect(said).toEqual(['job'])
  relay.soon({ id: 'next' })
  await expect.poll(() => said).toEqual(['job', 'next'])
})
