import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@utter/telemetry/log'
import type { Cluster } from '../cluster/cluster.ts'
import { type GroupMemberOptions, openGroupMember } from '../kafkajs/group-member.ts'
import type { EachBatchPayload, KafkaMessage } from '../kafkajs/kafkajs.ts'
import { measureDeadLetters } from '../metrics.ts'
import { Assignments } from './assignments.ts'
import { startCommitting } from './offset-committer.ts'

/**
 * A message in flight. After `ack` its offset may be committed; `ack` does nothing after `signal`, which aborts when
 * the partition was lost.
 */
export type InFlightMessage = {
  topic: string
  partition: number
  message: KafkaMessage
  signal: AbortSignal
  ack(): void
}

export type PumpOptions = Pick<
  GroupMemberOptions,
  'groupId' | 'topics' | 'fromBeginning' | 'onGivenUp' | 'firstRebuildMs'
> & {
  /** Begins to handle one message; must not throw. */
  deliver(delivery: InFlightMessage): void
  /** Whether a message is to be delivered; one that is not is acked at once. All are, if absent. */
  wants?: ((topic: string, message: KafkaMessage) => boolean) | undefined
  /** Whether one more message of this partition may be in flight now. */
  hasRoom(topic: string, partition: number, span: number): boolean
}

export type Pump = {
  /** Resolves when the group is joined and the offsets are found that it begins at: what is published from then on is consumed. */
  positioned: Promise<void>
  /** For how long, in ms, no fetch has been answered. */
  silentMs(): number
  /** Must be called when a partition may have room again. */
  wake(): void
  /** Begins no message more; those in flight go on. */
  stop(): Promise<void>
  /** Commits what is acked and leaves the group. */
  leave(): Promise<void>
}

/**
 * The shortest time, in ms, from a fetch that brought a partition nothing that is wanted to the next fetch: messages for others then cost a
 * process a hundred fetches a second at most, and those that it wants wait for no longer than this.
 */
const unwantedRestMs = 10

/**
 * Kafka's messages handed on without waiting for their ack, and offsets committed in the background.
 *
 * kafkajs by itself awaits a commit after each batch before it fetches again, which costs 6 ms a message; here `eachBatch`
 * returns at once, partitions are paused at their bound (backpressure), and the lowest offset in flight is committed twice a second.
 * After a rebalance that this member did not sit through, every tracker is dropped: late acks change nothing.
 */
export function openPump(cluster: Cluster, log: Log, options: PumpOptions): Pump {
  const assignments = new Assignments()
  const committer = startCommitting(() => assignments.all(), options.groupId, log)
  let closing = false
  measureDeadLetters(options.topics)

  const { deliver, wants, hasRoom, ...membership } = options
  // Kafka's client knows topics by their names at the brokers; everything past this file by ours.
  const ownTopic = (name: string) => cluster.ownTopic(name) ?? name
  const member = openGroupMember(cluster.kafka, log, {
    ...membership,
    groupId: cluster.groupName(options.groupId),
    topics: options.topics.map(cluster.topicName),
    owned: () => assignments.owned(),
    onJoin(assigned, isContinued) {
      committer.use(undefined)
      assignments.assign(assigned, isContinued)
      wake()
    },
    onLost() {
      committer.use(undefined)
      assignments.dropAll()
    },
    onBatch,
  })

  function wake(): void {
    if (closing) return
    for (const assignment of assignments.all()) {
      if (!assignment.paused || !hasRoom(ownTopic(assignment.topic), assignment.partition, assignment.tracker.span))
        continue
      if (member.resume(assignment)) assignment.paused = false
    }
  }

  async function onBatch(payload: EachBatchPayload): Promise<void> {
    const { batch, resolveOffset, heartbeat, isStale, isRunning, commitOffsetsIfNecessary } = payload
    const { partition } = batch
    const topic = ownTopic(batch.topic)
    const assignment = assignments.get(batch)
    if (!assignment || closing || isStale() || !isRunning()) return
    committer.use(commitOffsetsIfNecessary)
    let last: string | undefined
    let hasWanted = !wants
    for (const message of batch.messages) {
      const offset = Number(message.offset)
      if (assignment.tracker.isNew(offset)) {
        if (wants && !wants(topic, message)) assignment.tracker.pass(offset)
        else if (hasRoom(topic, partition, assignment.tracker.span)) {
          hasWanted = true
          const ack = assignment.tracker.take(offset)
          deliver({ topic, partition, message, signal: assignment.tracker.lost.signal, ack })
        } else {
          assignment.paused = true
          member.pause(assignment)
          break
        }
      }
      last = message.offset
    }
    if (last !== undefined) resolveOffset(last)
    await heartbeat()
    const restMs = hasWanted ? 0 : unwantedRestMs - member.silentMs()
    if (restMs > 0) await pause(restMs)
    // A partition may have got room again while this batch was handed over.
    wake()
  }

  return {
    positioned: member.positioned,
    silentMs: () => member.silentMs(),
    wake,
    async stop() {
      closing = true
      for (const assignment of assignments.all()) member.pause(assignment)
    },
    async leave() {
      closing = true
      await committer.close()
      await member.close()
      assignments.dropAll()
    },
  }
}
