import { deadTopic } from '@utter/contracts/event'
import { topics } from '@utter/contracts/topics'
import { clusterOf } from '../cluster/cluster.ts'
import type { KafkaConfig } from '../config.ts'
import { openRawMessages, type RawMessage } from '../kafkajs/raw-messages.ts'

export type DeadLetter = {
  offset: string
  at: Date
  reason: string
  group: string
  from: string
  key: string
  value: string
}
export type Lag = { group: string; topic: string; lag: number }

export type DeadLetterOffice = Awaited<ReturnType<typeof openDeadLetterOffice>>

/** An operator's work on Kafka: see how far consumers are behind, read dead letters and replay them. */
export async function openDeadLetterOffice(config: KafkaConfig) {
  const { kafka, topicName, ownTopic, ownGroup } = clusterOf(config, { clientId: 'operator' })
  const admin = kafka.admin()
  await admin.connect()
  const raw = await openRawMessages(config)

  const forget = async (topic: string, letters: RawMessage[]) => {
    const next = new Map(letters.map(({ partition, offset }) => [partition, String(Number(offset) + 1)]))
    if (next.size === 0) return
    const partitions = [...next].map(([partition, offset]) => ({ partition, offset }))
    // kafkajs deletes only where it has asked for the topic's leaders before.
    await admin.fetchTopicOffsets(topicName(deadTopic(topic)))
    await admin.deleteTopicRecords({ topic: topicName(deadTopic(topic)), partitions })
  }

  return {
    async list(topic: string): Promise<DeadLetter[]> {
      return (await raw.read(deadTopic(topic))).map(({ offset, timestamp, key, value, headers }) => ({
        offset,
        at: new Date(Number(timestamp)),
        reason: headers.reason ?? '',
        group: headers.group ?? '',
        from: `${headers.topic ?? ''}/${headers.partition ?? ''}@${headers.offset ?? ''}`,
        key: key ?? '',
        value: value ?? '',
      }))
    },
    /**
     * Publishes every dead letter of the topic again, then removes it: what stays unreadable comes back once, however
     * often it is replayed. A message that several groups set aside is published once. A crash in between publishes
     * twice, which consumers tolerate. A batch that could not be decoded is no message: it is kept, as it was stored.
     */
    async replay(topic: string): Promise<{ replayed: number; kept: number }> {
      const letters = await raw.read(deadTopic(topic))
      const { batches = [], single = [] } = Object.groupBy(letters, isBatch)
      const messages = [...new Map(single.map((letter) => [originOf(letter), letter])).values()]
      await raw.publish(
        topic,
        messages.map(({ key, bytes }) => ({ key, value: bytes })),
      )
      if (messages.length === 0) return { replayed: 0, kept: batches.length }
      // Letters are removed up to an offset, so what stays is published once more behind it.
      await raw.publish(
        deadTopic(topic),
        batches.map(({ key, bytes, headers }) => ({ key, value: bytes, headers })),
      )
      await forget(topic, letters)
      return { replayed: messages.length, kept: batches.length }
    },
    /** Messages that each group has yet to ack, by topic; groups without any are left out. */
    async lags(): Promise<Lag[]> {
      const { groups } = await admin.listGroups()
      const ends = new Map<string, Map<number, number>>()
      for (const topic of Object.keys(topics)) {
        ends.set(
          topic,
          new Map(
            (await admin.fetchTopicOffsets(topicName(topic))).map(({ partition, high }) => [partition, Number(high)]),
          ),
        )
      }
      const rows: Lag[] = []
      const names = Object.keys(topics).map(topicName)
      for (const { groupId } of groups) {
        const group = ownGroup(groupId)
        if (group === undefined) continue
        for (const { topic: name, partitions } of await admin.fetchOffsets({ groupId, topics: names })) {
          const topic = ownTopic(name) ?? name
          const known = partitions.filter(({ offset }) => offset !== '-1')
          const lag = known.reduce(
            (sum, { partition, offset }) => sum + Math.max(0, (ends.get(topic)?.get(partition) ?? 0) - Number(offset)),
            0,
          )
          if (lag > 0) rows.push({ group, topic, lag })
        }
      }
      return rows
    },
    async close(): Promise<void> {
      await raw.close()
      await admin.disconnect()
    },
  }
}

const isBatch = ({ headers }: RawMessage) => (headers.kind === 'batch' ? 'batches' : 'single')

/** The place of a message before it was set aside; for a letter without that header, its own place. */
const originOf = ({ headers, partition, offset }: RawMessage): string =>
  headers.offset === undefined ? `letter ${partition}@${offset}` : `${headers.partition}@${headers.offset}`
