import { randomUUID } from 'node:crypto'
import { deadTopic } from '@utter/contracts/event'
import { topics } from '@utter/contracts/topics'
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs'

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

/** What people may do with Kafka: see how far listeners are behind, read dead letters and say them again. */
export async function openDeadLetterOffice(brokers: string[]) {
  const kafka = new Kafka({ clientId: 'operator', brokers, logLevel: logLevel.NOTHING })
  const admin = kafka.admin()
  await admin.connect()

  async function read(topic: string): Promise<KafkaMessage[]> {
    const [end] = await admin.fetchTopicOffsets(topic)
    if (!end || end.high === end.low) return []
    const groupId = `operator-${randomUUID()}`
    const consumer = kafka.consumer({ groupId, maxWaitTimeInMs: 100 })
    const messages: KafkaMessage[] = []
    await consumer.connect()
    await consumer.subscribe({ topic, fromBeginning: true })
    await new Promise<void>((resolve, reject) => {
      consumer
        .run({
          autoCommit: false,
          eachMessage: async ({ message }) => {
            messages.push(message)
            if (Number(message.offset) + 1 >= Number(end.high)) resolve()
          },
        })
        .catch(reject)
    })
    await consumer.disconnect()
    await admin.deleteGroups([groupId]).catch(() => {})
    return messages
  }
  const header = (message: KafkaMessage, name: string) => String(message.headers?.[name] ?? '')

  return {
    async list(topic: string): Promise<DeadLetter[]> {
      const messages = await read(deadTopic(topic))
      return messages.map((message) => ({
        offset: message.offset,
        at: new Date(Number(message.timestamp)),
        reason: header(message, 'reason'),
        group: header(message, 'group'),
        from: `${header(message, 'topic')}/${header(message, 'partition')}@${header(message, 'offset')}`,
        key: message.key?.toString() ?? '',
        value: message.value?.toString() ?? '',
      }))
    },
    /** Says every dead letter of the topic again. Doing it twice is harmless: listeners stand doubles. */
    async replay(topic: string): Promise<number> {
      const messages = await read(deadTopic(topic))
      const producer = kafka.producer({ idempotent: false, allowAutoTopicCreation: false })
      await producer.connect()
      if (messages.length > 0) {
        await producer.send({ topic, acks: -1, messages: messages.map(({ key, value }) => ({ key, value })) })
      }
      await producer.disconnect()
      return messages.length
    },
    /** Messages that each group has yet to finish, by topic; groups that are even are left out. */
    async lags(): Promise<Lag[]> {
      const { groups } = await admin.listGroups()
      const ends = new Map<string, Map<number, number>>()
      for (const topic of Object.keys(topics)) {
        ends.set(
          topic,
          new Map((await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => [partition, Number(high)])),
        )
      }
      const rows: Lag[] = []
      for (const { groupId } of groups) {
        for (const { topic, partitions } of await admin.fetchOffsets({ groupId, topics: Object.keys(topics) })) {
          const known = partitions.filter(({ offset }) => offset !== '-1')
          const lag = known.reduce(
            (sum, { partition, offset }) => sum + Math.max(0, (ends.get(topic)?.get(partition) ?? 0) - Number(offset)),
            0,
          )
          if (lag > 0) rows.push({ group: groupId, topic, lag })
        }
      }
      return rows
    },
    close: () => admin.disconnect(),
  }
}
