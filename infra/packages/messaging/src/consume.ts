import { setTimeout as pause } from 'node:timers/promises'
import { type EventDefinition, topicsOf } from '@utter/contracts/event'
import { failpoint } from '@utter/runtime/failpoint'
import { isTransient } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { inSpan } from '@utter/telemetry/trace'
import type { Kafka } from 'kafkajs'
import { deadLetter } from './dead-letters.ts'
import { decode, Unreadable } from './encoding.ts'
import type { Handler, PendingAck } from './handler.ts'
import type { Producer } from './producer.ts'
import { type Delivery, openPump } from './pump.ts'

/** Chains of keys in flight in one partition, and messages past its lowest unacked one. */
const maxChains = 32
const maxSpan = 500
/** Attempts that end in a permanent fault, then the message goes to the dead letters. */
const maxPermanentFaults = 5

export type ConsumeOptions = { groupId: string; fromBeginning: boolean }
/** How often a message was handled without success, and how often of these by a permanent fault. */
type Attempts = { all: number; permanentFaults: number }
export type Consuming = {
  positioned: Promise<void>
  /** For how long, in ms, no fetch has been answered. */
  silentMs(): number
  stop(): Promise<void>
}

/**
 * Quick consumers: each key's messages one after the other, many keys at once. A message is acked when its handler has
 * returned; while the handler's store is unavailable the message is retried and its partition fills up and waits.
 */
export function startConsuming(
  kafka: Kafka,
  producer: Producer,
  log: Log,
  handlers: Handler[],
  options: ConsumeOptions,
): Consuming {
  const events = new Map<string, EventDefinition>(handlers.map(({ event }) => [event.type, event]))
  const byType = new Map(handlers.map((handler) => [handler.event.type, handler]))
  const topics = [...new Set(handlers.flatMap(({ event }) => topicsOf(event)))]
  // By key across generations, so that a message that comes again waits for its earlier self.
  const chains = new Map<string, Promise<void>>()
  const chainsOf = new Map<string, number>()
  const pendingAcks = new Set<Promise<void>>()
  const stopped = new AbortController()

  const pump = openPump(kafka, log, {
    ...options,
    topics,
    hand(delivery) {
      const place = `${delivery.topic}/${delivery.partition}`
      // Each partition counts its own chains: one that began in a topic and ended in another would be counted off the wrong one.
      const key = `${place}/${delivery.message.key?.toString() ?? `offset ${delivery.message.offset}`}`
      const before = chains.get(key)
      if (!before) chainsOf.set(place, (chainsOf.get(place) ?? 0) + 1)
      const link = (before ?? Promise.resolve()).then(() => handleOne(delivery))
      chains.set(key, link)
      void link.then(() => {
        if (chains.get(key) !== link) return
        chains.delete(key)
        chainsOf.set(place, (chainsOf.get(place) ?? 1) - 1)
        pump.wake()
      })
    },
    hasRoom: (topic, partition, span) => span < maxSpan && (chainsOf.get(`${topic}/${partition}`) ?? 0) < maxChains,
  })

  async function handleOne(delivery: Delivery, attempts: Attempts = { all: 0, permanentFaults: 0 }): Promise<void> {
    while (!delivery.signal.aborted && !stopped.signal.aborted) {
      try {
        const left = await handleEnvelope(delivery)
        if (left) return ackWhenSettled(left, delivery, attempts)
        failpoint('handled')
        delivery.ack()
        return
      } catch (error) {
        if (await gaveUp(delivery, error, attempts)) return
      }
    }
  }

  /** @throws Unreadable; or what the handler throws */
  async function handleEnvelope({ message }: Delivery): Promise<PendingAck | undefined> {
    const envelope = decode(message, events)
    const handler = envelope && byType.get(envelope.type)
    if (!handler) return undefined
    const options = { kind: 'consumer', traceparent: envelope.traceparent } as const
    return inSpan(`consume ${envelope.type}`, options, async () => {
      const left = await handler.handle(envelope.data, envelope)
      return left || undefined
    })
  }

  function ackWhenSettled({ rest }: PendingAck, delivery: Delivery, attempts: Attempts): void {
    const ack = () => {
      failpoint('handled')
      delivery.ack()
    }
    const retry = async (error: unknown) => {
      if (!(await gaveUp(delivery, error, attempts))) await handleOne(delivery, attempts)
    }
    const one = rest.then(ack, retry).finally(() => {
      pendingAcks.delete(one)
      pump.wake()
    })
    pendingAcks.add(one)
  }

  /** Counts the attempt. @returns true when the message stands among the dead letters */
  async function gaveUp(delivery: Delivery, error: unknown, attempts: Attempts): Promise<boolean> {
    const { topic, partition, message } = delivery
    const where = { topic, partition, offset: message.offset, group: options.groupId }
    const attempt = ++attempts.all
    // Apart: after a minute without the database the first fault of ours would otherwise be the last.
    if (!isTransient(error)) attempts.permanentFaults++
    if (error instanceof Unreadable || attempts.permanentFaults >= maxPermanentFaults) {
      try {
        await producer.send([deadLetter(delivery, options.groupId, error instanceof Error ? error.message : 'unknown')])
        log.error({ ...where, err: error }, 'a message went to the dead letters')
        delivery.ack()
        return true
      } catch (cause) {
        log.warn({ ...where, err: cause }, 'the dead letters are unavailable')
      }
    } else if (attempt === 1 || attempt % 20 === 0) {
      log.warn({ ...where, err: error, attempt }, 'a message is retried')
    }
    const waitMs = Math.min(50 * 2 ** Math.min(attempt, 6), 2_000) * (0.5 + Math.random() / 2)
    await pause(waitMs, undefined, { signal: stopped.signal }).catch(() => {})
    return false
  }

  return {
    positioned: pump.positioned,
    silentMs: pump.silentMs,
    async stop() {
      await pump.stop()
      // What is in hand may end; what waits for a store that is unavailable is consumed again by the next owner.
      const drained = Promise.all(chains.values()).then(() => Promise.all(pendingAcks))
      await Promise.race([drained, pause(3_000)])
      stopped.abort()
      await pump.leave()
    },
  }
}
