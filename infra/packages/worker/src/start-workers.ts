import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimSeen } from '@utter/contracts/claims'
import { type Envelope, type EventDefinition, type Lane, topicsOf } from '@utter/contracts/event'
import type { Consuming } from '@utter/messaging/consume/consume'
import { consumerSpan } from '@utter/messaging/consume/consumer-span'
import { noAttempts, retryOrSetAside } from '@utter/messaging/consume/failed-attempts'
import { type InFlightMessage, openPump } from '@utter/messaging/consume/pump'
import type { Bus, BusConnection } from '@utter/messaging/open'
import { decode } from '@utter/messaging/publish/encoding'
import { systemClock } from '@utter/runtime/clock'
import { inSpan } from '@utter/telemetry/trace'
import { measureWait } from './metrics.ts'
import { deadAfterMs, runStep, type StepOutcome } from './run-step.ts'
import { Slots } from './slots.ts'
import type { StepRequest, Worker } from './worker.ts'

export type WorkOptions = {
  /** Paid calls in flight at once. */
  slots: number
  /** Time for work in flight after the process began to stop, in ms. */
  drainMs?: number
  /**
   * The interval at which a live claim of another owner is read again, in ms; one with an unchanged heartbeat is taken
   * over.
   */
  takeOverAfterMs?: number
}

/** Messages without a slot: those that wait for another owner's claim, and those whose report is being stored. More are left in Kafka. */
const maxParked = 200
/** Messages of a lane that wait for their first slot in a process: so many are compared when it is settled whose turn it is. */
const maxWaiting = 200
/** Offsets of a partition that are consumed again after a crash, because the first of them has waited for all of it. */
const maxSpan = 1_000
/** Time to release the claims of work that was cut off. */
const releaseLimitMs = 2_000

/**
 * Slow consumers: a message waits for a slot of its lane, its step runs under a claim, and it is acked when the report
 * is stored.
 *
 * Work that has started is bound to its claim, not to its partition: when a rebalance takes the partition away it goes
 * on, writes its result and reports it, and the partition's next owner waits for the claim. Nothing is paid twice for a
 * rebalance.
 */
export const startWorkers = (bus: Pick<Bus, 'attach'>, workers: Worker[], options: WorkOptions): Promise<void> =>
  bus.attach((connection) => startWorking(connection, workers, options))

function startWorking(
  { kafka, producer, log, groupId, publish }: BusConnection,
  workers: Worker[],
  { slots: count, drainMs = 5_000, takeOverAfterMs = deadAfterMs }: WorkOptions,
): Consuming {
  const events = new Map<string, EventDefinition>(workers.map(({ event }) => [event.type, event as EventDefinition]))
  const byType = new Map(workers.map((worker) => [worker.event.type, worker]))
  const slots = new Slots(count)
  /** Nothing new begins. */
  const leaving = new AbortController()
  /** Work that is still in flight is cut off. */
  const overdue = new AbortController()
  const inFlight = new Set<Promise<void>>()
  let parked = 0
  const laneOf = (topic: string): Lane => (topic.endsWith('.bulk') ? 'bulk' : 'fast')

  const pump = openPump(kafka, log, {
    groupId,
    topics: workers.flatMap(({ event }) => topicsOf(event as EventDefinition)),
    fromBeginning: true,
    settings: { maxBytesPerPartition: 16_384 },
    deliver(delivery) {
      const one = processDelivery(delivery).finally(() => {
        inFlight.delete(one)
        pump.wake()
      })
      inFlight.add(one)
    },
    hasRoom: (topic, _partition, span) =>
      slots.waiting(laneOf(topic)) < maxWaiting && parked < maxParked && span < maxSpan,
  })

  async function processDelivery(delivery: InFlightMessage): Promise<void> {
    const step = await readStep(delivery)
    if (!step) return
    const { worker, envelope } = step
    const lane = laneOf(delivery.topic)
    const request = { lane, account: envelope.userId, isLong: worker.isLong?.(envelope.data as StepRequest) ?? false }
    // A message that is not at work yet is left to the partition's next owner.
    const waiting = AbortSignal.any([delivery.signal, leaving.signal])
    let seen: ClaimSeen | undefined
    for (let attempt = 1; ; attempt++) {
      const slot = await slots.take(request, waiting)
      if (!slot) return
      if (attempt === 1) measureWait(worker.stage, lane, Date.now() - Date.parse(envelope.occurredAt))
      // Messages without a slot are limited too.
      let isParked = false
      const freeSlot = () => {
        if (isParked) return
        isParked = true
        slot.release()
        parked++
        pump.wake()
      }
      let outcome: StepOutcome
      try {
        outcome = await inSpan(`work ${envelope.type}`, consumerSpan(envelope, delivery.topic, groupId), () =>
          runStep({ ...context(step), slot, freeSlot }, seen),
        )
      } catch (error) {
        log.warn(
          { err: error, topic: delivery.topic, offset: delivery.message.offset, attempt },
          'a step is tried again',
        )
        outcome = 'dropped'
      } finally {
        freeSlot()
        parked--
      }
      if (outcome === 'finished') return delivery.ack()
      seen = outcome === 'dropped' ? undefined : outcome.seen
      const waitMs = outcome === 'dropped' ? Math.min(200 * 2 ** attempt, 5_000) : takeOverAfterMs
      parked++
      await pause(waitMs, undefined, { signal: waiting }).catch(() => {})
      parked--
    }
  }

  /** @returns undefined for a message that is another consumer's and acked, set aside as unreadable, or left to the next owner */
  async function readStep(delivery: InFlightMessage): Promise<{ worker: Worker; envelope: Envelope } | undefined> {
    const attempts = noAttempts()
    const stopped = leaving.signal
    while (!delivery.signal.aborted && !stopped.aborted) {
      try {
        const envelope = decode(delivery.message, events)
        const worker = envelope && byType.get(envelope.type)
        if (worker) return { worker, envelope }
        delivery.ack()
        return undefined
      } catch (error) {
        if (await retryOrSetAside(delivery, error, attempts, { producer, log, groupId, stopped })) return undefined
      }
    }
    return undefined
  }

  const context = ({ worker, envelope }: { worker: Worker; envelope: Envelope }) => ({
    worker,
    data: envelope.data as StepRequest,
    about: envelope,
    signal: overdue.signal,
    publish,
    log,
    clock: systemClock,
    random: Math.random,
  })

  return {
    positioned: pump.positioned,
    silentMs: pump.silentMs,
    async stop() {
      leaving.abort()
      // First: the partitions' next owners begin at once with what waits in them.
      await pump.leave()
      const drained = Promise.all(inFlight)
      await Promise.race([drained, pause(drainMs, undefined, { ref: false })])
      overdue.abort()
      await Promise.race([drained, pause(releaseLimitMs, undefined, { ref: false })])
    },
  }
}
