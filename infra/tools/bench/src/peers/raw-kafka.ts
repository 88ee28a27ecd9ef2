import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { requirePeer } from './npm.ts'

type Message = { key: string; value: string }
type KafkaJs = {
  logLevel: { NOTHING: number }
  Kafka: new (options: {
    clientId: string
    brokers: string[]
    logLevel: number
  }) => {
    admin(): {
      connect(): Promise<void>
      createTopics(of: {
        topics: { topic: string; numPartitions: number }[]
        waitForLeaders: boolean
      }): Promise<boolean>
      disconnect(): Promise<void>
    }
    producer(options: { allowAutoTopicCreation: boolean }): {
      connect(): Promise<void>
      sendBatch(of: { acks: number; topicMessages: { topic: string; messages: Message[] }[] }): Promise<unknown>
      disconnect(): Promise<void>
    }
  }
}

const topics = ['bench.requested', 'bench.progressed']

/** The messages of a submission, sent by kafkajs without our settings: two in one request, stored when it resolves. */
export async function openRawKafka(peers: string, brokers: string) {
  const { Kafka, logLevel } = requirePeer(peers, 'kafkajs') as KafkaJs
  const kafka = new Kafka({ clientId: 'bench-raw', brokers: brokers.split(','), logLevel: logLevel.NOTHING })
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions: 4 })), waitForLeaders: true })
  await admin.disconnect()
  const producer = kafka.producer({ allowAutoTopicCreation: false })
  await producer.connect()
  await pause(200)
  return {
    send: (text: string) => {
      const jobId = randomUUID()
      return producer.sendBatch({
        acks: -1,
        topicMessages: topics.map((topic) => ({ topic, messages: [{ key: jobId, value: envelope(jobId, text) }] })),
      })
    },
    close: () => producer.disconnect(),
  }
}

const envelope = (jobId: string, text: string) =>
  JSON.stringify({
    id: randomUUID(),
    type: 'speech-requested',
    version: 1,
    occurredAt: new Date().toISOString(),
    userId: randomUUID(),
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    data: { jobId, attempt: 1, text, voiceId: 'default' },
  })
