import { setTimeout as pause } from 'node:timers/promises'
import { type EventDefinition, type Lane, topicsOf } from '@utter/contracts/event'
import type { Log } from '@utter/telemetry/log'
import { inSpan } from '@utter/telemetry/trace'
import type { Kafka } from 'kafkajs'
import type { Consuming } from './consume.ts'
import { deadLetter } from './dead-letters.ts'
import { decode, Unreadable } from './encoding.ts'
import type { Fact } from './fact.ts'
import { deadAfterMs, type Look, paidStep } from './paid-step.ts'
import type { Producer } from './producer.ts'
import { type Delivery, openPump } from './pump.ts'
import { Slots } from './slots.ts'
import type { Asked, Worker } from './worker.ts'

export type WorkOptions = {
  /** Paid calls under way at once. */
  slots: number
  /** How long what is under way may go on after the process was asked to stop. */
  drainMs?: number
  /** A live claim of another owner is looked at again after this; one whose beat stood still is taken over. */
  holdMs?: number
}

/** Messages that wait beside a live claim, or whose report is being stored, hold no slot; more than this are left in Kafka. */
const mostHeld = 200

/** Slow consumers: messages wait for a slot of their lane, are worked on under a claim, and finish when the report is stored. */
export async function startWorking(
  kafka: Kafka,
  producer: Producer,
  log: Log,
  groupId: string,
  say: (facts: Fact[]) => Promise<void>,
  workers: Worker[],
  { slots: count, drainMs = 5_000, holdMs = deadAfterMs }: WorkOptions,
): Promise<Consuming> {
  const events = new Map<string, EventDefinition>(workers.map(({ event }) => [event.type, event as EventDefinition]))
  const byType = new Map(workers.map((worker) => [worker.event.type, worker]))
  const slots = new Slots(count)
  const stopping = new AbortController()
  const underWay = new Set<Promise<void>>()
  let held = 0
  const laneOf = (topic: string): Lane => (topic.endsWith('.bulk') ? 'bulk' : 'fast')

  const pump = await openPump(kafka, log, {
    groupId,
    topics: workers.flatMap(({ event }) => topicsOf(event as EventDefinition)),
    fromBeginning: true,
    settings: { maxBytesPerPartition: 16_384 },
    hand(delivery) {
      const one = handOne(delivery).finally(() => {
        underWay.delete(one)
        pump.wake()
      })
      underWay.add(one)
    },
    hasRoom: (topic) => slots.waiting(laneOf(topic)) < count && held < mostHeld,
  })

  async function handOne(delivery: Delivery): Promise<void> {
    const lane = laneOf(delivery.topic)
    const signal = AbortSignal.any([delivery.signal, stopping.signal])
    let beatSeen: number | undefined
    for (let attempt = 1; !signal.aborted; attempt++) {
      await slots.take(lane)
      let hasSlot = true
      const freeSlot = () => {
        if (!hasSlot) return
        hasSlot = false
        slots.release(lane)
        // Beside the slots there is room for so many only.
        held++
        pump.wake()
      }
      let look: Look
      try {
        if (signal.aborted) return
        look = await attend(delivery, signal, freeSlot, beatSeen)
      } catch (error) {
        log.warn(
          { err: error, topic: delivery.topic, offset: delivery.message.offset, attempt },
          'a step is tried again',
        )
        look = 'dropped'
      } finally {
        freeSlot()
        held--
      }
      if (look === 'finished') return delivery.finish()
      beatSeen = look === 'dropped' ? undefined : look.heldAt
      const waitMs = look === 'dropped' ? Math.min(200 * 2 ** attempt, 5_000) : holdMs
      held++
      await pause(waitMs, undefined, { signal }).catch(() => {})
      held--
    }
  }

  async function attend(
    delivery: Delivery,
    signal: AbortSignal,
    freeSlot: () => void,
    beatSeen?: number,
  ): Promise<Look> {
    try {
      const envelope = decode(delivery.message.value, events)
      const worker = envelope && byType.get(envelope.type)
      if (!worker) return 'finished'
      return await inSpan(`work ${envelope.type}`, { kind: 'consumer', traceparent: envelope.traceparent }, () =>
        paidStep(
          { worker, data: envelope.data as Asked, about: envelope, signal, say, log, random: Math.random, freeSlot },
          beatSeen,
        ),
      )
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      await producer.send([deadLetter(delivery, groupId, error.message)])
      log.error(
        { topic: delivery.topic, offset: delivery.message.offset, err: error },
        'a message went to the dead letters',
      )
      return 'finished'
    }
  }

  return {
    positioned: pump.positioned,
    async stop() {
      await pump.stop()
      const drained = Promise.all(underWay)
      await Promise.race([drained, pause(drainMs)])
      // What is cut off gives its claim up, so that another takes it without waiting.
      stopping.abort()
      await Promise.race([drained, pause(2_000)])
      await pump.leave()
    },
  }
}
