import { setTimeout as pause } from 'node:timers/promises'
import { addTransientCheck } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { type Cluster, clusterOf } from './cluster/cluster.ts'
import type { MessagingConfig } from './config.ts'
import { startBroadcast } from './consume/broadcast.ts'
import { type ConsumeOptions, type Consuming, startConsuming } from './consume/consume.ts'
import { createFetchCheck } from './consume/fetch-check.ts'
import type { Handler } from './handler.ts'
import { kafkaAnswers } from './kafkajs/kafka-answers.ts'
import { logLevel } from './kafkajs/kafkajs.ts'
import { isTransientKafka } from './kafkajs/transient-kafka.ts'
import { measureTimeLimits } from './metrics.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import { encode } from './publish/encoding.ts'
import { openProducer, type Producer } from './publish/producer.ts'
import { ensureTopics } from './topics.ts'

addTransientCheck(isTransientKafka)

export type Publish = (events: OutgoingEvent[]) => Promise<void>
/** The parts that a consumer is built from. */
export type BusConnection = { cluster: Cluster; producer: Producer; log: Log; groupId: string; publish: Publish }
export type Bus = {
  /** Resolves when every event is stored by the brokers; one request for all of them. */
  publish: Publish
  /** A group of the service: each message is handled by one replica; a new group begins with the first offset. */
  consume(
    handlers: Handler[],
    options?: { group?: string } & Pick<ConsumeOptions, 'maxDrainMs' | 'pauseMs'>,
  ): Promise<void>
  /** A consumer of another kind in the service's group, such as one of paid work; it ends with `stopConsuming`. */
  attach(start: (connection: BusConnection) => Consuming): Promise<void>
  /** Every replica consumes everything from now on. */
  broadcast(handlers: Handler[]): Promise<void>
  /** For readiness. @throws when a consumer has fetched nothing for a minute though the brokers answer */
  check: () => Promise<void>
  /** Leaves the service's groups and ends the work in flight; publishing and broadcasts go on, for answers that are still open. */
  stopConsuming(): Promise<void>
  close(): Promise<void>
}

const reconnectMs = 2_000

/**
 * The one way to Kafka.
 * @param name of the service: its client and the beginning of its groups
 * @throws ConfigError when the variables do not fit one another
 * @param firstConnectMs time for the first connection; after it the process starts without brokers, and its changes stay in the outbox
 */
export async function openMessaging(
  config: MessagingConfig,
  name: string,
  log: Log,
  { firstConnectMs = 5_000 } = {},
): Promise<Bus> {
  const cluster = clusterOf(config, {
    clientId: name,
    connectionTimeout: 2_000,
    requestTimeout: 10_000,
    retry: { retries: 6, initialRetryTime: 100, maxRetryTime: 2_000 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ level, log: entry }) => {
        const { message, ...fields } = entry
        // A fresh broker's coordinator errors are retried by the client; only those that it gives up are logged.
        if (level === logLevel.ERROR) log.debug({ kafka: fields.error ?? fields.groupId }, message)
      },
  })
  const partitions = {
    work: config.KAFKA_PARTITIONS,
    other: Math.min(config.KAFKA_PARTITIONS, Math.max(4, config.KAFKA_PARTITIONS / 4)),
  }
  const producer = openProducer(cluster)
  const closing = new AbortController()
  const connected = untilDone(closing.signal, log, async () => {
    if (config.KAFKA_MAKE_TOPICS !== 'false') await ensureTopics(cluster, partitions, config.KAFKA_REPLICAS)
    await producer.connect()
  })
  await Promise.race([connected, pause(firstConnectMs, undefined, { ref: false })])

  const groups: Promise<Consuming | undefined>[] = []
  const broadcasts: Promise<Consuming | undefined>[] = []
  const open: Consuming[] = []
  const starting = (start: () => Consuming | Promise<Consuming>) =>
    connected.then(async (isConnected) => {
      if (!isConnected) return undefined
      const one = await start()
      open.push(one)
      return one
    })
  const stopAll = async (all: Promise<Consuming | undefined>[]) => {
    await Promise.all(all.splice(0).map(async (one) => (await one)?.stop()))
  }
  const publish: Publish = async (events) => {
    if (events.length > 0) await producer.send(events.map(encode))
  }
  const stopConsuming = () => {
    closing.abort()
    return stopAll(groups)
  }
  return {
    publish,
    async consume(handlers, { group = name, ...more } = {}) {
      measureTimeLimits(group)
      const options = { groupId: group, fromBeginning: true, ...more }
      groups.push(starting(() => startConsuming(cluster, producer, log, handlers, options)))
    },
    async attach(start) {
      groups.push(starting(() => start({ cluster, producer, log, groupId: name, publish })))
    },
    async broadcast(handlers) {
      const one = starting(() => startBroadcast(cluster, producer, log, name, handlers))
      broadcasts.push(one)
      await one
    },
    check: createFetchCheck(
      () => open.map((one) => one.silentMs()),
      () => kafkaAnswers(config),
    ),
    stopConsuming,
    async close() {
      await stopConsuming()
      await stopAll(broadcasts)
      await producer.close()
    },
  }
}

/** Repeats `act` until it succeeds or the signal aborts. @returns whether it has succeeded */
async function untilDone(signal: AbortSignal, log: Log, act: () => Promise<void>): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await act()
      return true
    } catch (error) {
      log.warn({ err: error }, 'the brokers are unavailable; what is published waits in the outbox')
      await pause(reconnectMs, undefined, { signal }).catch(() => {})
    }
  }
  return false
}
