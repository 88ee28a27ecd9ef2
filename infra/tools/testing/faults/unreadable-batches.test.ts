import { randomUUID } from 'node:crypto'
import type { DeadLetter } from '@utter/messaging/dead-letters/dead-letter-office'
import { Kafka, kafkajs, logLevel, type Producer } from '@utter/messaging/kafkajs/kafkajs'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { openKafkaProxy } from '@utter/testing/faults/kafka-proxy'
import { type Messages, openMessages } from '@utter/testing/faults/messages'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testTarget } from '@utter/testing/setup/operator'
import { allOf } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { CompressionTypes } = kafkajs
const codecs = ['GZIP', 'Snappy', 'LZ4', 'ZSTD'] as const
type Codec = (typeof codecs)[number] | 'None'

const { url } = ownPlatform()
const groups: Record<string, string> = {
  'job.steps': 'jobs',
  'chat.requested': 'chat',
  'speech.requested': 'speech',
  'job.finished': 'billing',
}
const topics = Object.keys(groups)
const partitions = [0, 1, 2, 3]
const messagesPerBatch = 3

let closing: AsyncDisposableStack
let proxy: Awaited<ReturnType<typeof openKafkaProxy>>
let producer: Producer
let messages: Messages
let careful: RetryingCustomer

// Beside the platform's own of each service, to which the broker's batches are readable, a replica to which no compressed one is.
beforeAll(async () => {
  closing = new AsyncDisposableStack()
  const vendor = await openVendor()
  closing.defer(() => vendor.close())
  const broker = (await testTarget()).run.backing.KAFKA_BROKERS ?? ''
  proxy = await openKafkaProxy(broker)
  closing.defer(() => proxy.close())
  for (const name of Object.values(groups)) closing.use(await startReplica(name, { KAFKA_BROKERS: proxy.broker }))

  const kafka = new Kafka({ clientId: 'test', brokers: [broker], logLevel: logLevel.NOTHING })
  producer = kafka.producer({ allowAutoTopicCreation: false })
  await producer.connect()
  closing.defer(() => producer.disconnect())
  const admin = kafka.admin()
  await admin.connect()
  closing.defer(() => admin.disconnect())
  // Then each member has its share of the partitions of each topic. A replica that was killed before is a member until its session ends.
  await eventually('every group has the replica as a member', async () => {
    const described = (await admin.describeGroups(Object.values(groups))).groups
    const expected = await Promise.all(described.map(async ({ groupId }) => (await allOf(groupId)).length + 1))
    return described.every(({ state, members }, index) => state === 'Stable' && members.length === expected[index])
  })

  messages = await openMessages()
  closing.defer(() => messages.close())
  careful = await RetryingCustomer.signUp(url, 'pro')
  proxy.startSpoiling()
})
afterAll(() => closing.disposeAsync())

type Batch = { topic: string; partition: number; firstOffset: number }

/** Publishes a batch to each partition of each topic, of messages that every consumer sets aside. */
async function publishBatches(codec: Codec): Promise<Batch[]> {
  const oddMessages = partitions.flatMap((partition) =>
    Array.from({ length: messagesPerBatch }, () => {
      const id = randomUUID()
      return { partition, key: id, value: JSON.stringify({ id, note: 'not of ours' }) }
    }),
  )
  const stored = await producer.sendBatch({
    acks: -1,
    compression: CompressionTypes[codec],
    topicMessages: topics.map((topic) => ({ topic, messages: oddMessages })),
  })
  return stored.map(({ topicName, partition, baseOffset }) => ({
    ...{ topic: topicName, partition, firstOffset: Number(baseOffset) },
  }))
}

/** How the group that must handle it set the batch aside: as a whole, message by message, or not until now. */
function outcomeOf({ topic, partition, firstOffset }: Batch, letters: DeadLetter[]): 'unreadable' | 'read' | 'missing' {
  const isSetAside = (offset: number, reason: RegExp) =>
    letters.some(
      (letter) =>
        letter.group === groups[topic] &&
        letter.from === `${topic}/${partition}@${offset}` &&
        reason.test(letter.reason),
    )
  const offsets = Array.from({ length: messagesPerBatch }, (_, index) => firstOffset + index)
  if (isSetAside(offsets.at(-1) ?? -1, /^a batch that cannot be decoded: /)) return 'unreadable'
  return offsets.every((offset) => isSetAside(offset, /^no envelope: /)) ? 'read' : 'missing'
}

async function outcomesOf(batches: Batch[]): Promise<Map<string, string[]>> {
  return eventually('every batch is among the dead letters', async () => {
    const letters = (await Promise.all(topics.map((topic) => messages.office.list(topic)))).flat()
    const rows = batches.map((batch) => ({ ...batch, outcome: outcomeOf(batch, letters) }))
    const missing = rows.filter(({ outcome }) => outcome === 'missing')
    if (missing.length > 0) throw new Error(JSON.stringify(missing))
    return new Map(
      topics.map((topic) => [topic, rows.filter((row) => row.topic === topic).map(({ outcome }) => outcome)]),
    )
  })
}

async function submitJobs(): Promise<void> {
  await careful.submit('/api/reply')
  await careful.submit('/api/tts', 'Yes.')
}

// All codecs in one go: alone each takes as long as all together.
test('batches of GZIP, Snappy, LZ4 and ZSTD that cannot be decoded become dead letters, their partitions go on, and no job is lost', async () => {
  const compressed = new Map<Codec, Batch[]>()
  const later: Batch[] = []
  for (const codec of codecs) {
    await submitJobs()
    compressed.set(codec, await publishBatches(codec))
    await submitJobs()
    later.push(...(await publishBatches('None')))
  }
  let unreadable = 0
  for (const [codec, batches] of compressed)
    for (const [topic, outcomes] of await outcomesOf(batches)) {
      expect(new Set(outcomes), `${codec} on ${topic}`).toEqual(new Set(['read', 'unreadable']))
      unreadable += outcomes.filter((outcome) => outcome === 'unreadable').length
    }
  for (const [topic, outcomes] of await outcomesOf(later)) expect(new Set(outcomes), topic).toEqual(new Set(['read']))
  expect(proxy.spoiled()).toBeGreaterThanOrEqual(unreadable)
  await submitJobs()
  await careful.allEnded()
  expect((await careful.rows()).filter(({ status }) => status !== 'completed')).toEqual([])
  await messages.allHeard()
})

test('after all of them every call, recording and ledger row is as it should be', async () => {
  await expectAtRest(careful.customer, { disturbed: false, accepted: careful.jobIds })
})
