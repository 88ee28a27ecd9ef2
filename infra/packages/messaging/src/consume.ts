import { setTimeout as pause } from 'node:timers/promises'
import { type EventDefinition, topicsOf } from '@utter/contracts/event'
import { failpoint } from '@utter/runtime/failpoint'
import { isPassing } from '@utter/runtime/is-passing'
import type { Log } from '@utter/telemetry/log'
import { inSpan } from '@utter/telemetry/trace'
import type { Kafka } from 'kafkajs'
import { deadLetter } from './dead-letters.ts'
import { decode, Unreadable } from './encoding.ts'
import type { Handler, Rest } from './handler.ts'
import type { Producer } from './producer.ts'
import { type Delivery, openPump } from './pump.ts'

/** Chains of keys at work in one partition, and messages past its lowest unfinished one. */
const mostChains = 32
const mostSpan = 500
/** A fault that does not pass by itself is tried so often, then the message goes to the dead letters. */
const triesOfOurFaults = 5

export type ConsumeOptions = { groupId: string; fromBeginning: boolean }
/** How often a message was handled without success, and how often of these by a fault that does not pass. */
type Tries = { all: number; ownFaults: number }
export type Consuming = {
  positioned: Promise<void>
  /** For how long, in ms, no fetch has been answered. */
  silentMs(): number
  stop(): Promise<void>
}

/**
 * Quick consumers: each key's messages one after the other, many keys at once. A message counts as finished when its
 * handler has returned; while the handler's store is away the message is tried again and its partition fills up and waits.
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
  const rests = new Set<Promise<void>>()
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
    hasRoom: (topic, partition, span) => span < mostSpan && (chainsOf.get(`${topic}/${partition}`) ?? 0) < mostChains,
  })

  async function handleOne(delivery: Delivery, tries: Tries = { all: 0, ownFaults: 0 }): Promise<void> {
    while (!delivery.signal.aborted && !stopped.signal.aborted) {
      try {
        const left = await hear(delivery)
        if (left) return finishAfter(left, delivery, tries)
        failpoint('heard')
        delivery.finish()
        return
      } catch (error) {
        if (await gaveUp(delivery, error, tries)) return
      }
    }
  }

  /** @throws Unreadable; or what the handler throws */
  async function hear({ message }: Delivery): Promise<Rest | undefined> {
    const envelope = decode(message, events)
    const handler = envelope && byType.get(envelope.type)
    if (!handler) return undefined
    const options = { kind: 'consumer', traceparent: envelope.traceparent } as const
    return inSpan(`hear ${envelope.type}`, options, async () => {
      const left = await handler.handle(envelope.data, envelope)
      return left || undefined
    })
  }

  function finishAfter({ rest }: Rest, delivery: Delivery, tries: Tries): void {
    const finished = () => {
      failpoint('heard')
      delivery.finish()
    }
    const again = async (error: unknown) => {
      if (!(await gaveUp(delivery, error, tries))) await handleOne(delivery, tries)
    }
    const one = rest.then(finished, again).finally(() => {
      rests.delete(one)
      pump.wake()
    })
    rests.add(one)
  }

  /** Counts the try. @returns true when the message stands among the dead letters */
  async function gaveUp(delivery: Delivery, error: unknown, tries: Tries): Promise<boolean> {
    const { topic, partition, message } = delivery
    const where = { topic, partition, offset: message.offset, group: options.groupId }
    const attempt = ++tries.all
    // Apart: after a minute without the database the first fault of ours would otherwise be the last.
    if (!isPassing(error)) tries.ownFaults++
    if (error instanceof Unreadable || tries.ownFaults >= triesOfOurFaults) {
      try {
        await producer.send([deadLetter(delivery, options.groupId, error instanceof Error ? error.message : 'unknown')])
        log.error({ ...where, err: error }, 'a message went to the dead letters')
        delivery.finish()
        return true
      } catch (cause) {
        log.warn({ ...where, err: cause }, 'the dead letters are out of reach')
      }
    } else if (attempt === 1 || attempt % 20 === 0) {
      log.warn({ ...where, err: error, attempt }, 'a message is tried again')
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
      // What is in hand may end; what waits for a store that is away is heard again by the next owner.
      const drained = Promise.all(chains.values()).then(() => Promise.all(rests))
      await Promise.race([drained, pause(3_000)])
      stopped.abort()
      await pump.leave()
    },
  }
}
