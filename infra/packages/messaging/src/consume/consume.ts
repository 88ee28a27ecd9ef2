import { setTimeout as pause } from 'node:timers/promises'
import { type Envelope, type EventDefinition, topicsOf } from '@utter/contracts/event'
import { failpoint } from '@utter/runtime/failpoint'
import type { Log } from '@utter/telemetry/log'
import { inSpan } from '@utter/telemetry/trace'
import type { Cluster } from '../cluster/cluster.ts'
import type { Handler, PendingAck } from '../handler.ts'
import { measureAge, measureAges } from '../metrics.ts'
import { decode, UnknownEvent } from '../publish/encoding.ts'
import type { Producer } from '../publish/producer.ts'
import { consumerSpan } from './consumer-span.ts'
import { type Attempts, noAttempts, retryOrSetAside } from './failed-attempts.ts'
import { KeyChains } from './key-chains.ts'
import { type InFlightMessage, openPump } from './pump.ts'
import { createWanted } from './wanted.ts'

/** Chains of keys in flight in one partition, and messages past its lowest unacked one. */
const maxChains = 32
const maxSpan = 500

export type ConsumeOptions = {
  groupId: string
  /** The group's name in measurements, where `groupId` is that of a single replica. */
  measuredAs?: string
  fromBeginning: boolean
  /** Instead of setting them aside. */
  passesOverUnknown?: boolean
  /** Messages that no handler `wants` are acked unparsed. */
  passesOverUnwanted?: boolean
  /** The time in which messages in hand may end when it stops. */
  maxDrainMs?: number
  /** The shortest pause between two attempts at a message, in ms (`retryOrSetAside`). */
  pauseMs?: number
}
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
  cluster: Cluster,
  producer: Producer,
  log: Log,
  handlers: Handler[],
  {
    maxDrainMs = 3_000,
    passesOverUnknown = false,
    passesOverUnwanted = false,
    pauseMs,
    measuredAs,
    ...options
  }: ConsumeOptions,
): Consuming {
  const events = new Map<string, EventDefinition>(handlers.map(({ event }) => [event.type, event]))
  const byType = new Map(handlers.map((handler) => [handler.event.type, handler]))
  const topics = [...new Set(handlers.flatMap(({ event }) => topicsOf(event)))]
  const measuredGroup = measuredAs ?? options.groupId
  measureAges(topics, measuredGroup)
  const chains = new KeyChains(() => pump.wake())
  const pendingAcks = new Set<Promise<void>>()
  const stopped = new AbortController()

  const pump = openPump(cluster, log, {
    ...options,
    topics,
    wants: passesOverUnwanted ? createWanted(handlers) : undefined,
    deliver: (delivery) => chains.add(delivery, () => handleOne(delivery)),
    hasRoom: (topic, partition, span) => span < maxSpan && chains.count(topic, partition) < maxChains,
  })
  const failed = (delivery: InFlightMessage, error: unknown, attempts: Attempts) =>
    retryOrSetAside(delivery, error, attempts, {
      producer,
      log,
      groupId: options.groupId,
      stopped: stopped.signal,
      pauseMs,
    })

  async function handleOne(delivery: InFlightMessage, attempts: Attempts = noAttempts()): Promise<void> {
    while (!delivery.signal.aborted && !stopped.signal.aborted) {
      try {
        const left = await handleEnvelope(delivery)
        if (left) return ackWhenSettled(left, delivery, attempts)
        failpoint('handled')
        delivery.ack()
        return
      } catch (error) {
        if (await failed(delivery, error, attempts)) return
      }
    }
  }

  function read(message: InFlightMessage['message']): Envelope | undefined {
    try {
      return decode(message, events)
    } catch (error) {
      if (passesOverUnknown && error instanceof UnknownEvent) return undefined
      throw error
    }
  }

  /** @throws Unreadable; or what the handler throws */
  async function handleEnvelope({ message, topic }: InFlightMessage): Promise<PendingAck | undefined> {
    const envelope = read(message)
    const handler = envelope && byType.get(envelope.type)
    if (!handler) return undefined
    measureAge(topic, measuredGroup, envelope.occurredAt)
    const span = consumerSpan(envelope, topic, options.groupId)
    return inSpan(`consume ${envelope.type}`, span, async () => {
      const left = await handler.handle(envelope.data, envelope, { topic, text: () => String(message.value) })
      return left || undefined
    })
  }

  function ackWhenSettled({ rest }: PendingAck, delivery: InFlightMessage, attempts: Attempts): void {
    const ack = () => {
      failpoint('handled')
      delivery.ack()
    }
    const retry = async (error: unknown) => {
      if (!(await failed(delivery, error, attempts))) await handleOne(delivery, attempts)
    }
    const one = rest.then(ack, retry).finally(() => {
      pendingAcks.delete(one)
      pump.wake()
    })
    pendingAcks.add(one)
  }

  return {
    positioned: pump.positioned,
    silentMs: pump.silentMs,
    async stop() {
      await pump.stop()
      // Messages in hand may end; one that waits for an unavailable store is consumed again by the next owner.
      const drained = chains.drained().then(() => Promise.all(pendingAcks))
      await Promise.race([drained, pause(maxDrainMs)])
      stopped.abort()
      await pump.leave()
    },
  }
}
