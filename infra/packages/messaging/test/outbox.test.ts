import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import { type Fact, fact } from '../src/fact.ts'
import { openRelay } from '../src/outbox.ts'

type Document = { id: string; unsaid?: Date }
const userId = '6f3c1f0e-3f53-4c6e-9d3e-1f2a3b4c5d6e'
const ago = (ms: number) => new Date(Date.now() - ms)
const leaseMs = 1_000

/** An outbox in memory, and a broker that is away as long as a test says and takes some documents never. */
function open(documents: Document[]) {
  const said: string[] = []
  const leases: number[] = []
  const broker = { isAway: false, refuses: new Set<string>() }
  const meaning = ({ id }: Document) => [
    fact(SpeechStarted, { userId, version: 1, data: { jobId: id, attempt: 1 } }) as Fact,
  ]
  const relay = openRelay<Document>(
    {
      async lease(before, limit) {
        const leased = documents.filter(({ unsaid }) => unsaid !== undefined && unsaid <= before).slice(0, limit)
        leases.push(leased.length)
        for (const document of leased) document.unsaid = new Date(Date.now() + leaseMs)
        return { found: leased.length, leased }
      },
      meaning,
      said: async (documents) => {
        for (const document of documents) delete document.unsaid
      },
    },
    async (facts) => {
      const ids = facts.map(({ data }) => (data as { jobId: string }).jobId)
      if (broker.isAway) throw new Error('the broker is away')
      if (ids.some((id) => broker.refuses.has(id))) throw new Error('the message is larger than a broker takes')
      said.push(...ids)
    },
    createLog('outbox', 'silent'),
  )
  return { relay, said, leases, broker, left: () => documents.filter(({ unsaid }) => unsaid).map(({ id }) => id) }
}
const numbered = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `${i}`, unsaid: ago(3_000) }))

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
  const { relay, said, left } = open(numbered(450))
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

test('a document that cannot be told holds up none of the others', async () => {
  const { relay, said, broker, left } = open(numbered(450))
  for (const id of ['0', '7', '300']) broker.refuses.add(id)
  await using _ = relay
  await expect.poll(left, { timeout: 5_000 }).toEqual(['0', '7', '300'])
  expect(said).toHaveLength(447)
})

test('while the broker is away one document asks for all, and when it is back the others are told at once', async () => {
  const { relay, leases, broker, left } = open(numbered(1_000))
  await using _ = relay
  broker.isAway = true
  await expect.poll(() => leases.length, { timeout: 8_000 }).toBeGreaterThanOrEqual(3)
  expect(leases.slice(0, 3)).toEqual([200, 1, 1])
  broker.isAway = false
  await expect.poll(() => left().length, { timeout: 5_000 }).toBe(0)
})
