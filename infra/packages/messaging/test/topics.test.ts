import { deadTopic } from '@utter/contracts/event'
import { topics } from '@utter/contracts/topics'
import { sharedKafka } from '@utter/testing/setup/buses'
import { ConfigResourceTypes, KafkaJSConnectionError, KafkaJSProtocolError } from 'kafkajs'
import { afterAll, describe, expect, test } from 'vitest'
import { clusterOf } from '../src/cluster/cluster.ts'
import { ensureTopics, unlessForbidden, wantedTopics } from '../src/topics.ts'

const cluster = clusterOf(sharedKafka(), { clientId: 'test' })
await ensureTopics(cluster, { work: 4, other: 4 }, 1)
const admin = cluster.kafka.admin()
await admin.connect()
afterAll(() => admin.disconnect())

const settingsOf = async (topic: string, topicName = cluster.topicName) => {
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: [{ type: ConfigResourceTypes.TOPIC, name: topicName(topic) }],
  })
  return new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]))
}

test.each(Object.entries(topics))('%s and its dead letters are as they are wanted', async (topic, { retentionMs }) => {
  const wanted = wantedTopics({ work: 4, other: 4 }, 1)
  for (const name of [topic, deadTopic(topic)]) {
    const settings = await settingsOf(name)
    const entries = wanted.find((one) => one.topic === name)?.configEntries ?? []
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) expect([entry.name, settings.get(entry.name)]).toEqual([entry.name, entry.value])
  }
  if (!retentionMs) return
  // A message is removed with its segment, once that is closed and its last message is over.
  const [kept, open] = ['retention.ms', 'segment.ms'].map(async (name) => Number((await settingsOf(topic)).get(name)))
  const goneAfterMs = ((await kept) ?? 0) + ((await open) ?? 0)
  expect(goneAfterMs).toBeLessThanOrEqual(Math.max(retentionMs * (1 + 1 / 24), retentionMs + 600_000))
})

describe('a topic that was made before', () => {
  const other = clusterOf({ ...sharedKafka(), KAFKA_TOPIC_PREFIX: 'before.' }, { clientId: 'test' })
  const [first, ...rest] = wantedTopics({ work: 1, other: 1 }, 1)
  const settings = async () => Object.fromEntries(await settingsOf(first?.topic ?? '', other.topicName))

  test('gets the settings that it lacks, and keeps those that its operator set', async () => {
    await admin.createTopics({
      topics: [
        { topic: other.topicName(first?.topic ?? ''), configEntries: [{ name: 'retention.ms', value: '7200000' }] },
        ...rest.map((one) => ({ ...one, topic: other.topicName(one.topic) })),
      ],
    })
    expect(await settings()).toMatchObject({ 'retention.ms': '7200000', 'segment.ms': '604800000' })
    await ensureTopics(other, { work: 1, other: 1 }, 3)
    const completed = { 'retention.ms': '7200000', 'segment.ms': '3600000', 'min.insync.replicas': '1' }
    await expect.poll(settings).toMatchObject(completed)
    // Once more, as each process does.
    await ensureTopics(other, { work: 1, other: 1 }, 3)
    expect(await settings()).toMatchObject(completed)
  })
})

test.each(['POLICY_VIOLATION', 'TOPIC_AUTHORIZATION_FAILED', 'INVALID_CONFIG'])(
  'brokers that refuse to alter a topic by %s keep no process from its start',
  (type) => {
    const refusal = { type, code: 44, retriable: false, message: 'refused', name: type }
    expect(() => unlessForbidden(new KafkaJSProtocolError(refusal as never) as never)).not.toThrow()
  },
)

test('brokers that are away are asked again', () => {
  expect(() => unlessForbidden(new KafkaJSConnectionError('away'))).toThrow('away')
  const busy = { type: 'REQUEST_TIMED_OUT', code: 7, retriable: true, message: 'late', name: 'late' }
  expect(() => unlessForbidden(new KafkaJSProtocolError(busy as never) as never)).toThrow()
})
