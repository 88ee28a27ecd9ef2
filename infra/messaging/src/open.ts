import { list, wholeNumber } from '@utter/runtime/read-config'
import type { Log } from '@utter/telemetry/log'
import * as z from 'zod/mini'
import { startBroadcast } from './broadcast.ts'
import { type Consuming, startConsuming } from './consume.ts'
import { encode } from './encoding.ts'
import type { Fact } from './fact.ts'
import type { Handler } from './handler.ts'
import { Kafka, logLevel } from './kafkajs.ts'
import { openProducer } from './producer.ts'
import { ensureTopics } from './topics.ts'
import { startWorking, type WorkOptions } from './work.ts'
import type { Worker } from './worker.ts'

export const messagingConfig = {
  KAFKA_BROKERS: list,
  /** Of work topics, where topics have yet to be made; a quarter of it for all others. */
  KAFKA_PARTITIONS: z._default(wholeNumber, 48),
  KAFKA_REPLICAS: z._default(wholeNumber, 1),
}
export type MessagingConfig = z.infer<z.ZodMiniObject<typeof messagingConfig>>

export type Say = (facts: Fact[]) => Promise<void>
export type Bus = {
  /** Resolves when every fact is stored by the brokers; one request for all of them. */
  say: Say
  /** A group of the service: each message is handled by one replica; a new group begins with the first offset. */
  consume(handlers: Handler[], options?: { group?: string }): Promise<void>
  /** Slow, paid work in a bounded number of slots. */
  work(workers: Worker[], options: WorkOptions): Promise<void>
  /** Every replica hears everything from now on. */
  broadcast(handlers: Handler[]): Promise<void>
  close(): Promise<void>
}

/** The one way to Kafka. @param name of the service: its client and the beginning of its groups */
export async function openMessaging(config: MessagingConfig, name: string, log: Log): Promise<Bus> {
  const kafka = new Kafka({
    clientId: name,
    brokers: config.KAFKA_BROKERS,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { retries: 6, initialRetryTime: 100, maxRetryTime: 2_000 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, log: entry }) => {
        const { message, ...fields } = entry
        // A fresh broker's coordinator errors are retried by the client; only what it gives up is news.
        if (level === logLevel.ERROR) log.debug({ kafka: fields.error ?? fields.groupId }, message)
      },
  })
  await ensureTopics(
    kafka,
    {
      work: config.KAFKA_PARTITIONS,
      other: Math.min(config.KAFKA_PARTITIONS, Math.max(4, config.KAFKA_PARTITIONS / 4)),
    },
    config.KAFKA_REPLICAS,
  )
  const producer = await openProducer(kafka)
  const running: Consuming[] = []

  const say: Say = async (facts) => {
    if (facts.length > 0) await producer.send(facts.map(encode))
  }
  return {
    say,
    async consume(handlers, { group = name } = {}) {
      running.push(await startConsuming(kafka, producer, log, handlers, { groupId: group, fromBeginning: true }))
    },
    async work(workers, options) {
      running.push(await startWorking(kafka, producer, log, name, say, workers, options))
    },
    async broadcast(handlers) {
      running.push(await startBroadcast(kafka, producer, log, name, handlers))
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()))
      await producer.close()
    },
  }
}
