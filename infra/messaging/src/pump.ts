import type { Log } from '@utter/telemetry/log'
import {
  type Consumer,
  type ConsumerConfig,
  type EachBatchPayload,
  type Kafka,
  type KafkaMessage,
  PartitionAssigners,
} from './kafkajs.ts'
import { OffsetTracker } from './offset-tracker.ts'

/** One message in hand. `finish` lets its offset be committed; `signal` aborts when the partition was lost. */
export type Delivery = {
  topic: string
  partition: number
  message: KafkaMessage
  signal: AbortSignal
  finish(): void
}

export type PumpOptions = {
  groupId: string
  topics: string[]
  fromBeginning: boolean
  /** Takes one message on; must not throw. */
  hand(delivery: Delivery): void
  /** Whether this partition may give one more message now. */
  hasRoom(topic: string, partition: number, span: number): boolean
  settings?: Partial<ConsumerConfig>
}

export type Pump = {
  /** Resolves when the group is joined and the offsets are found that it begins at: what is said from then on is heard. */
  positioned: Promise<void>
  /** To be called when room may have come. */
  wake(): void
  /** Takes nothing more; what is in hand goes on. */
  stop(): Promise<void>
  /** Commits what is finished and leaves the group. */
  leave(): Promise<void>
}

/** Each commit is a request and a write at the broker; a crash lets what came since be heard again, which changes nothing. */
const commitEveryMs = 500

/**
 * Kafka's messages handed on without waiting for their end, and offsets committed in the background.
 *
 * kafkajs by itself awaits a commit after each batch before it fetches again, which costs 6 ms a message; here `eachBatch`
 * returns at once, partitions are paused at their bound, and the lowest unfinished offset is committed twice a second.
 * After a rebalance that this member did not sit through, every tracker is dropped: late ends change nothing.
 */
export async function openPump(kafka: Kafka, log: Log, options: PumpOptions): Promise<Pump> {
  let joins = 0
  let memberId = ''
  let closing = false
  let commit: EachBatchPayload['commitOffsetsIfNecessary'] | undefined
  let committing: Promise<void> = Promise.resolve()
  const trackers = new Map<string, { topic: string; partition: number; tracker: OffsetTracker; paused: boolean }>()
  const idOf = (topic: string, partition: number) => `${topic}/${partition}`

  const consumer: Consumer = kafka.consumer({
    groupId: options.groupId,
    maxWaitTimeInMs: 250,
    heartbeatInterval: 500,
    sessionTimeout: 10_000,
    rebalanceTimeout: 15_000,
    allowAutoTopicCreation: false,
    retry: { retries: 8, initialRetryTime: 100, maxRetryTime: 2_000, restartOnFailure: async () => !closing },
    // GROUP_JOIN does not tell generations apart; the assigner is asked once for each attempt to join.
    partitionAssigners: [
      (config) => {
        const assigner = PartitionAssigners.roundRobin(config)
        return {
          ...assigner,
          protocol: (subscription) => {
            joins++
            return assigner.protocol(subscription)
          },
        }
      },
    ],
    ...options.settings,
  })

  const drop = (id: string) => {
    trackers.get(id)?.tracker.lost.abort()
    trackers.delete(id)
  }
  const dropAll = () => {
    for (const id of [...trackers.keys()]) drop(id)
    commit = undefined
  }
  /** kafkajs throws on pause and resume while it is between two groups; the next join puts it right. */
  const quietly = (act: () => void) => {
    try {
      act()
    } catch (error) {
      log.debug({ err: error }, 'between two generations')
    }
  }

  consumer.on('consumer.group_join', ({ payload }) => {
    const sameMember = payload.memberId === memberId && joins === 1
    memberId = payload.memberId
    joins = 0
    if (!sameMember) dropAll()
    commit = undefined
    const assigned = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
      (partitions as number[]).map((partition) => ({ topic, partition })),
    )
    const kept = new Set(assigned.map(({ topic, partition }) => idOf(topic, partition)))
    for (const id of [...trackers.keys()]) if (!kept.has(id)) drop(id)
    for (const { topic, partition } of assigned) {
      const id = idOf(topic, partition)
      if (!trackers.has(id)) trackers.set(id, { topic, partition, tracker: new OffsetTracker(), paused: true })
    }
    wake()
  })
  consumer.on('consumer.crash', ({ payload }) => {
    dropAll()
    log.warn({ err: payload.error, restart: payload.restart, group: options.groupId }, 'the consumer starts again')
  })

  function wake(): void {
    if (closing) return
    for (const entry of trackers.values()) {
      if (!entry.paused || !options.hasRoom(entry.topic, entry.partition, entry.tracker.span)) continue
      quietly(() => {
        consumer.resume([{ topic: entry.topic, partitions: [entry.partition] }])
        entry.paused = false
      })
    }
  }

  async function eachBatch({
    batch,
    resolveOffset,
    heartbeat,
    isStale,
    isRunning,
    commitOffsetsIfNecessary,
  }: EachBatchPayload): Promise<void> {
    const { topic, partition } = batch
    const entry = trackers.get(idOf(topic, partition))
    if (!entry || closing || isStale() || !isRunning()) return
    commit = commitOffsetsIfNecessary
    let last: string | undefined
    for (const message of batch.messages) {
      const offset = Number(message.offset)
      if (entry.tracker.isNew(offset)) {
        if (!options.hasRoom(topic, partition, entry.tracker.span)) {
          entry.paused = true
          quietly(() => consumer.pause([{ topic, partitions: [partition] }]))
          break
        }
        const finish = entry.tracker.take(offset)
        options.hand({ topic, partition, message, signal: entry.tracker.lost.signal, finish })
      }
      last = message.offset
    }
    if (last !== undefined) resolveOffset(last)
    await heartbeat()
    // Room may have come while this batch was handed over.
    wake()
  }

  async function commitFinished(): Promise<void> {
    const use = commit
    const due = [...trackers.values()].flatMap(({ topic, partition, tracker }) => {
      const offset = tracker.due
      return offset === undefined ? [] : [{ topic, partition, tracker, offset }]
    })
    if (!use || due.length === 0) return
    const topics = Map.groupBy(due, ({ topic }) => topic)
    try {
      await use({
        topics: [...topics].map(([topic, list]) => ({
          topic,
          partitions: list.map(({ partition, offset }) => ({ partition, offset: String(offset) })),
        })),
      })
      for (const { tracker, offset } of due) tracker.committed(offset)
    } catch (error) {
      // Redelivery is ordinary; the next turn, or the next owner, commits.
      log.debug({ err: error, group: options.groupId }, 'a commit did not land')
    }
  }

  await consumer.connect()
  for (const topic of options.topics) await consumer.subscribe({ topic, fromBeginning: options.fromBeginning })
  // The first fetch comes after the join, and after the offsets were found that it begins at.
  const positioned = new Promise<void>((resolve) => {
    const off = consumer.on('consumer.fetch', () => {
      off()
      resolve()
    })
  })
  // Joining takes as long as the session of a member that died: nobody waits for it here. What can't be mended by starting the
  // consumer again ends the process.
  void consumer
    .run({ autoCommit: false, eachBatchAutoResolve: false, partitionsConsumedConcurrently: 3, eachBatch })
    .catch((error) => {
      if (!closing) throw error
    })
  const timer = setInterval(() => {
    committing = committing.then(commitFinished)
  }, commitEveryMs)

  return {
    positioned,
    wake,
    async stop() {
      closing = true
      for (const { topic, partition } of trackers.values())
        quietly(() => consumer.pause([{ topic, partitions: [partition] }]))
    },
    async leave() {
      closing = true
      clearInterval(timer)
      await committing
      await commitFinished()
      await consumer.disconnect()
      dropAll()
    },
  }
}
