import { randomUUID } from 'node:crypto'
import { JobFinished } from '@utter/contracts/events/job-finished'
import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { createLog } from '@utter/telemetry/log'
import { inject, onTestFinished } from 'vitest'
import './provided.ts'
import type { MessagingConfig } from '@utter/messaging/config'
import { openRawMessages, type RawOutgoing } from '@utter/messaging/kafkajs/raw-messages'
import { type Bus, openMessaging } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'

export const log = createLog('messaging', 'silent')
export const brokers = () => inject('backing').KAFKA_BROKERS.split(',')
/** The real Kafka as a shared one: its topics and groups have prefixes, so that a name that forgets its own is not there. */
export const sharedKafka = (): MessagingConfig => ({
  KAFKA_BROKERS: brokers(),
  KAFKA_TOPIC_PREFIX: 'shared.',
  KAFKA_GROUP_PREFIX: 'shared-',
  KAFKA_PARTITIONS: 4,
  KAFKA_REPLICAS: 1,
})
/** A name that no other test's group has. */
export const aName = () => `test-${randomUUID().slice(0, 8)}`

/** A process's way to the real Kafka; closed at the end of the test, if it is not before. */
export async function openBus(name = aName()): Promise<Bus> {
  const bus = await openMessaging(sharedKafka(), name, log)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= bus.close())
  onTestFinished(close)
  return { ...bus, close }
}

/** Puts bytes into a topic past everything of ours. */
export async function publishRaw(topic: string, messages: RawOutgoing[]): Promise<void> {
  const raw = await openRawMessages(sharedKafka())
  await raw.publish(topic, messages)
  await raw.close()
}

export const progressed = (jobId: string, version: number, userId = jobId) =>
  eventOf(JobProgressed, { userId, version, data: { jobId, status: 'processing', step: 'chat-started', progress: 10 } })

export const finished = (jobId: string, version: number, userId = jobId) =>
  eventOf(JobFinished, {
    userId,
    version,
    data: {
      jobId,
      requestId: 'r',
      sessionId: 's',
      status: 'completed',
      progress: 100,
      owed: true,
      cached: false,
      createdAt: '2026-03-20T12:00:00.000Z',
      completedAt: '2026-03-20T12:00:01.000Z',
    },
  })

/** The fault of a server that is unavailable for a moment. */
export const unavailable = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
