import { randomUUID } from 'node:crypto'
import { clusterOf } from '../cluster/cluster.ts'
import type { KafkaConfig } from '../config.ts'
import { bytesOf, portions } from '../publish/portions.ts'
import type { IHeaders } from './kafkajs.ts'

export type RawMessage = {
  partition: number
  offset: string
  timestamp: string
  key: string | null
  value: string | null
  /** The value as it was stored, which need not be text. */
  bytes: Buffer | null
  headers: Record<string, string>
}
export type RawOutgoing = {
  key: string | null
  value: string | Buffer | null
  partition?: number
  headers?: Record<string, string>
}
/** Topics as bytes, past every contract: for the operator, and for tests that publish malformed messages. */
export async function openRawMessages(config: KafkaConfig) {
  const { kafka, topicName, groupName } = clusterOf(config, { clientId: 'raw' })
  const admin = kafka.admin()
  const producer = kafka.producer({ idempotent: false, allowAutoTopicCreation: false })
  await admin.connect()
  await producer.connect()

  return {
    /** In this order. */
    async publish(topic: string, messages: RawOutgoing[]): Promise<void> {
      for (const portion of portions(messages, bytesOf))
        await producer.send({ topic: topicName(topic), acks: -1, messages: portion })
    },
    /** The messages of the topic at this moment, each partition in its order. */
    async read(topic: string): Promise<RawMessage[]> {
      const ends = (await admin.fetchTopicOffsets(topicName(topic))).filter(({ high, low }) => high !== low)
      if (ends.length === 0) return []
      const missing = new Map(ends.map(({ partition, high }) => [partition, Number(high)]))
      const groupId = groupName(`operator-${randomUUID()}`)
      const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100, maxBytesPerPartition: 4 * 1024 * 1024 })
      const messages: RawMessage[] = []
      await consumer.connect()
      await consumer.subscribe({ topic: topicName(topic), fromBeginning: true })
      await new Promise<void>((resolve, reject) => {
        consumer
          .run({
            autoCommit: false,
            eachBatch: async ({ batch, resolveOffset, heartbeat }) => {
              for (const { offset, timestamp, key, value, headers } of batch.messages) {
                messages.push({
                  ...{ partition: batch.partition, offset, timestamp, headers: textOf(headers) },
                  ...{ key: key?.toString() ?? null, value: value?.toString() ?? null, bytes: value },
                })
                resolveOffset(offset)
              }
              // In a compacted topic the last offset may be gone, and the batch still ends past it.
              if (Number(batch.lastOffset()) + 1 >= (missing.get(batch.partition) ?? 0)) missing.delete(batch.partition)
              await heartbeat()
              if (missing.size === 0) resolve()
            },
          })
          .catch(reject)
      })
      await consumer.disconnect()
      await admin.deleteGroups([groupId]).catch(() => {})
      return messages
    },
    async close(): Promise<void> {
      await producer.disconnect()
      await admin.disconnect()
    },
  }
}

const textOf = (headers: IHeaders | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))
