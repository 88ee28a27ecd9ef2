import { setTimeout as pause } from 'node:timers/promises'
import { deadTopic } from '@utter/contracts/event'
import { compactionLagMs, deadRetentionMs, topics } from '@utter/contracts/topics'
import type { Cluster } from './cluster/cluster.ts'
import { type Admin, kafkajs } from './kafkajs/kafkajs.ts'

/** Partitions of work topics, and of all others: 48 and 12 in production, 4 on a laptop. */
export type Partitions = { work: number; other: number }

/** A dead letter is longer than its message by the reason; one that did not fit would stop the partition that it came from. */
const maxDeadLetterBytes = 2 * 1024 * 1024

export type WantedTopic = {
  topic: string
  numPartitions: number
  replicationFactor: number
  configEntries: { name: string; value: string }[]
}

/** A topic's own bound, since the brokers' default may be one. */
const inSync = (replicas: number) => (replicas > 2 ? [{ name: 'min.insync.replicas', value: '2' }] : [])

/**
 * The bound of what only open streams read, by partition: at a hundred jobs a second one has some 50 MB of it in its hour. No other topic has a bound
 * in bytes, since the oldest of its messages may be still to be handled: a full disk stops publications, which then wait in the outbox.
 */
const maxStreamedBytes = 1024 ** 3

/**
 * Kafka removes closed segments alone, and closes one after a week by itself: what is to be kept for an hour would be there for eight days. With these
 * a message is gone a 24th later than its time, ten minutes at least.
 */
const keptFor = (retentionMs: number) => [
  { name: 'retention.ms', value: String(retentionMs) },
  { name: 'segment.ms', value: String(Math.max(retentionMs / 24, minSegmentMs)) },
]
const minSegmentMs = 600_000

/** Every topic of the product with its dead letters, as a cluster with so many replicas has them. */
export const wantedTopics = (partitions: Partitions, replicas: number): WantedTopic[] =>
  Object.entries(topics).flatMap(([topic, settings]) => [
    {
      topic,
      numPartitions: settings.work ? partitions.work : partitions.other,
      replicationFactor: replicas,
      configEntries: [
        ...(settings.compacted
          ? [
              { name: 'cleanup.policy', value: 'compact' },
              { name: 'max.compaction.lag.ms', value: String(compactionLagMs) },
            ]
          : []),
        ...(settings.retentionMs ? keptFor(settings.retentionMs) : []),
        ...(settings.streamed ? [{ name: 'retention.bytes', value: String(maxStreamedBytes) }] : []),
        ...inSync(replicas),
      ],
    },
    {
      topic: deadTopic(topic),
      numPartitions: 1,
      replicationFactor: replicas,
      configEntries: [
        ...keptFor(deadRetentionMs),
        { name: 'max.message.bytes', value: String(maxDeadLetterBytes) },
        ...inSync(replicas),
      ],
    },
  ])

/**
 * Makes the topics that are missing, and gives those of a version before the settings that they lack; what an operator has set stays. Every process may
 * call it at once.
 */
export async function ensureTopics(
  { kafka, topicName }: Cluster,
  partitions: Partitions,
  replicas: number,
): Promise<void> {
  const admin = kafka.admin({ retry: { retries: 8 } })
  await admin.connect()
  try {
    const existing = new Set(await admin.listTopics())
    const wanted = wantedTopics(partitions, replicas).map((one) => ({ ...one, topic: topicName(one.topic) }))
    const missing = wanted.filter(({ topic }) => !existing.has(topic))
    if (missing.length > 0)
      await admin.createTopics({ topics: missing, waitForLeaders: true, timeout: 15_000 }).catch(unlessThere)
    await completeSettings(
      admin,
      wanted.filter(({ topic }) => existing.has(topic)),
    ).catch(unlessForbidden)
    await untilLed(
      admin,
      wanted.map(({ topic }) => topic),
    )
  } finally {
    await admin.disconnect()
  }
}

const { TOPIC } = kafkajs.ConfigResourceTypes

async function completeSettings(admin: Admin, present: WantedTopic[]): Promise<void> {
  if (present.length === 0) return
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: present.map(({ topic }) => ({ type: TOPIC, name: topic })),
  })
  const incomplete = present.flatMap(({ topic, configEntries }) => {
    const found = resources.find(({ resourceName }) => resourceName === topic)?.configEntries ?? []
    const own = found.filter(({ configSource }) => configSource === kafkajs.ConfigSource.TOPIC_CONFIG)
    // A topic with fewer replicas than this version makes would take no publication any more with a bound for more.
    const lacking = configEntries.filter(
      ({ name }) => name !== 'min.insync.replicas' && !own.some(({ configName }) => configName === name),
    )
    const kept = own.map(({ configName, configValue }) => ({ name: configName, value: configValue }))
    // The request replaces all settings of a topic.
    return lacking.length > 0 ? [{ type: TOPIC, name: topic, configEntries: [...kept, ...lacking] }] : []
  })
  if (incomplete.length > 0) await admin.alterConfigs({ validateOnly: false, resources: incomplete })
}

/** Ignores that the brokers refuse a change of topics for good, by rights or by a policy: the doctor names what differs. */
export function unlessForbidden(error: Error & { type?: string; retriable?: boolean }): void {
  if (error.type === undefined || error.retriable) throw error
}

const ledWithinMs = 15_000

/** Waits for the leaders: a topic that was made a moment ago has none yet, and its offsets cannot be fetched. */
export async function untilLed(admin: Admin, names: string[]): Promise<void> {
  const untilMs = performance.now() + ledWithinMs
  for (;;) {
    try {
      await Promise.all(names.map((name) => admin.fetchTopicOffsets(name)))
      return
    } catch (error) {
      if (performance.now() > untilMs) throw error
      await pause(100)
    }
  }
}

/** Ignores that another process made them in the same moment. */
export function unlessThere(error: Error & { type?: string; errors?: { type?: string }[] }): void {
  const types = error.errors?.map((one) => one.type) ?? [error.type]
  if (!types.every((type) => type === 'TOPIC_ALREADY_EXISTS')) throw error
}
