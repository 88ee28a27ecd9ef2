import type { Log } from '@utter/telemetry/log'
import { createGroupConsumer, type TopicPartition } from '../consume/group-consumer.ts'
import { HeartbeatWatch } from '../consume/heartbeat-watch.ts'
import { Membership } from '../consume/membership.ts'
import { RebuildBackoff } from '../consume/rebuild-backoff.ts'
import type { Consumer, ConsumerConfig, EachBatchPayload, Kafka } from './kafkajs.ts'
import type { PartitionsByTopic } from './sticky-assigner.ts'

export type GroupMemberOptions = {
  groupId: string
  topics: string[]
  fromBeginning: boolean
  settings?: Partial<ConsumerConfig>
  /** The partitions that are consumed now, for the assigner, which moves only those that must move. */
  owned(): PartitionsByTopic
  /** @param isContinued no generation of the group was missed since the join before */
  onJoin(assigned: TopicPartition[], isContinued: boolean): void
  /** Nothing is assigned any more, until the next join. */
  onLost(): void
  onBatch(payload: EachBatchPayload): Promise<void>
  /** Called once when rebuilding has not helped; by default the process ends by an unhandled rejection. */
  onGivenUp?(error: Error): void
  /** Pause before the first rebuild, in ms; doubled by each that follows in a row. */
  firstRebuildMs?: number
}

export type GroupMember = {
  /** Resolves when the group is joined and the offsets are found that it begins at: what is published from then on is consumed. */
  positioned: Promise<void>
  /** For how long, in ms, no fetch has been answered; a fetch that found nothing is an answer too. */
  silentMs(): number
  pause(place: TopicPartition): boolean
  resume(place: TopicPartition): boolean
  close(): Promise<void>
}

const unavailableRetryMs = 2_000

/**
 * A member of a consumer group that never stops consuming silently. kafkajs starts a consumer again after faults that it calls
 * retriable; after any other (an unknown codec, a missing ACL, a fault of its own) it disconnects for good and throws nothing. Then it
 * is rebuilt, with growing pauses; after six in a row the process ends, so that its supervisor and a person see it.
 *
 * A member whose session was over joins again. Where that fails (the coordinator moves, a broker comes back), kafkajs goes
 * on to fetch what it had, as no member of the group: each commit is refused, and others consume the same. It is
 * replaced by a new consumer.
 */
export function openGroupMember(kafka: Kafka, log: Log, options: GroupMemberOptions): GroupMember {
  const { groupId, firstRebuildMs = 1_000 } = options
  let consumer: Consumer
  const membership = new Membership()
  let closing = false
  const backoff = new RebuildBackoff(firstRebuildMs)
  let startedAtMs = 0
  let fetchedAtMs = performance.now()
  const heartbeats = new HeartbeatWatch()
  let timer: NodeJS.Timeout | undefined
  let starting: Promise<void> = Promise.resolve()
  const positioned = Promise.withResolvers<void>()

  const build = () =>
    createGroupConsumer(kafka, {
      groupId,
      settings: options.settings,
      owned: () => ({ memberId: membership.attempt(), partitions: options.owned() }),
      mayRestart: () => !closing,
      onJoin(memberId, assigned) {
        heartbeats.heard()
        options.onJoin(assigned, membership.join(memberId))
      },
      onHeartbeat: () => heartbeats.heard(),
      onFetch() {
        fetchedAtMs = performance.now()
        positioned.resolve()
        if (heartbeats.fetched()) replace()
      },
      onCrash(error, restarts) {
        options.onLost()
        if (restarts || closing) log.warn({ err: error, group: groupId }, 'a consumer starts again')
        else rebuild(error)
      },
    })

  async function start(): Promise<void> {
    membership.reset()
    startedAtMs = performance.now()
    consumer = build()
    await consumer.connect()
    for (const topic of options.topics) await consumer.subscribe({ topic, fromBeginning: options.fromBeginning })
    // Joining takes as long as the session of a member that died: it is not waited for. Its faults come as a crash.
    void consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: 3,
      eachBatch: options.onBatch,
    })
  }

  function rebuild(error: Error): void {
    const waitMs = backoff.next(performance.now() - startedAtMs)
    const { inARow } = backoff
    if (waitMs === undefined) {
      const givenUp = new Error(`a consumer of ${groupId} failed ${inARow} times in a row`, { cause: error })
      if (options.onGivenUp) options.onGivenUp(givenUp)
      else void Promise.reject(givenUp)
      return
    }
    log.error({ err: error, group: groupId, rebuilds: inARow, waitMs: Math.round(waitMs) }, 'a consumer is rebuilt')
    startLater(waitMs)
  }

  const startLater = (waitMs: number) => {
    timer = setTimeout(startOrRetry, waitMs)
  }

  function startOrRetry(): void {
    starting = start().catch(async (error) => {
      // Brokers that are unavailable are no fault of this consumer, however long it lasts: such tries are not counted.
      log.warn({ err: error, group: groupId }, 'a consumer could not be started')
      await consumer.disconnect().catch(() => {})
      if (!closing) startLater(unavailableRetryMs)
    })
  }

  function replace(): void {
    heartbeats.heard()
    if (closing) return
    log.warn({ group: groupId }, 'a consumer was no member of its group any more, and starts again')
    options.onLost()
    starting = consumer
      .disconnect()
      .catch((error) => log.warn({ err: error, group: groupId }, 'a consumer could not be ended'))
      .then(() => {
        if (!closing) startOrRetry()
      })
  }

  /** kafkajs throws on pause and resume while it is between two generations; the next join puts it right. */
  const quietly = (act: () => void): boolean => {
    try {
      act()
      return true
    } catch (error) {
      log.debug({ err: error, group: groupId }, 'between two generations')
      return false
    }
  }

  startOrRetry()
  return {
    positioned: positioned.promise,
    silentMs: () => performance.now() - fetchedAtMs,
    pause: ({ topic, partition }) => quietly(() => consumer.pause([{ topic, partitions: [partition] }])),
    resume: ({ topic, partition }) => quietly(() => consumer.resume([{ topic, partitions: [partition] }])),
    async close() {
      closing = true
      clearTimeout(timer)
      await starting
      await consumer.disconnect()
    },
  }
}
