import type { Consumer, ConsumerConfig, Kafka } from '../kafkajs/kafkajs.ts'
import { type Owned, stickyAssigner } from '../kafkajs/sticky-assigner.ts'
import { heartbeatEveryMs } from './heartbeat-watch.ts'

export type TopicPartition = { topic: string; partition: number }

export type GroupConsumerOptions = {
  groupId: string
  settings: Partial<ConsumerConfig> | undefined
  /** The partitions that are consumed now and the id under which they are, for the assigner; called once for each attempt to join. */
  owned(): Owned
  /** Whether kafkajs may start the consumer again by itself after a fault that it calls retriable. */
  mayRestart(): boolean
  onJoin(memberId: string, assigned: TopicPartition[]): void
  /** The group's coordinator has answered a heartbeat. */
  onHeartbeat(): void
  /** A fetch was answered; one that found nothing is an answer too. */
  onFetch(): void
  /** @param restarts kafkajs starts it again by itself */
  onCrash(error: Error, restarts: boolean): void
}

/** A kafkajs consumer with our assigner and deadlines, its events without kafkajs's wrapping. Not yet connected. */
export function createGroupConsumer(kafka: Kafka, options: GroupConsumerOptions): Consumer {
  const consumer = kafka.consumer({
    groupId: options.groupId,
    maxWaitTimeInMs: 250,
    heartbeatInterval: heartbeatEveryMs,
    sessionTimeout: 10_000,
    rebalanceTimeout: 15_000,
    allowAutoTopicCreation: false,
    retry: {
      retries: 8,
      initialRetryTime: 100,
      maxRetryTime: 2_000,
      restartOnFailure: async () => options.mayRestart(),
    },
    partitionAssigners: [stickyAssigner(options.owned)],
    ...options.settings,
  })
  consumer.on('consumer.group_join', ({ payload: { memberId, memberAssignment } }) => {
    const assigned = Object.entries(memberAssignment).flatMap(([topic, partitions]) =>
      (partitions as number[]).map((partition) => ({ topic, partition })),
    )
    options.onJoin(memberId, assigned)
  })
  consumer.on('consumer.heartbeat', () => options.onHeartbeat())
  consumer.on('consumer.fetch', () => options.onFetch())
  consumer.on('consumer.crash', ({ payload: { error, restart } }) => options.onCrash(error, restart))
  return consumer
}
