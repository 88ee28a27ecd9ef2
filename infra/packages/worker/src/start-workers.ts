import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimId } from '@utter/contracts/claims'
import { bulkTopic } from '@utter/contracts/event'
import { type Consuming, startConsuming } from '@utter/messaging/consume/consume'
import { consumerSpan } from '@utter/messaging/consume/consumer-span'
import type { Bus, BusConnection } from '@utter/messaging/open'
import { openBatcher } from '@utter/runtime/batcher'
import { systemClock } from '@utter/runtime/clock'
import { shortened } from '@utter/runtime/shortened'
import { inSpan } from '@utter/telemetry/trace'
import { createDueClaims } from './due-claims.ts'
import { measureWait } from './metrics.ts'
import { runStep } from './run-step.ts'
import { Slots } from './slots.ts'
import { type HeldStep, openStepQueue } from './step-queue.ts'
import type { Worker } from './worker.ts'

export type WorkOptions = {
  /** Paid calls in flight at once. */
  slots: number
  /** Time for work in flight after the process began to stop, in ms. */
  drainMs?: number
  /** A claim whose heartbeat is unchanged for so long belongs to a dead process; in ms. */
  deadAfterMs?: number
}

const usualDeadAfterMs = shortened(15_000)
/** The interval at which a replica looks for steps that others have left waiting: while it knows of some, and while it knows of none. */
const lookEveryMs = { busy: 250, quiet: 1_000 }
const sweepEveryMs = shortened(5_000)
/** Steps of a lane that are looked at, for each slot. */
const headsPerSlot = 4
/** Steps without a slot whose results are being stored and reported. */
const maxFinishing = 200
/** How long a report that is published waits for others to be marked with it. */
const markAfterMs = 500
/** Time to give back the work that was cut off. */
const releaseLimitMs = 2_000

/**
 * Workers of paid steps. A request is acked when its claim is there: from then on the step is in the queue of all replicas, bound to no
 * partition. It waits for a slot of its lane, is done by whoever leases it, and its result is kept until it is reported.
 */
export const startWorkers = (bus: Pick<Bus, 'attach'>, workers: Worker[], options: WorkOptions): Promise<void> =>
  bus.attach((connection) => startWorking(connection, workers, options))

function startWorking(
  { kafka, producer, log, groupId, publish }: BusConnection,
  workers: Worker[],
  { slots: count, drainMs = 5_000, deadAfterMs = usualDeadAfterMs }: WorkOptions,
): Consuming {
  const slots = new Slots(count)
  const leaving = new AbortController()
  /** Work that is still in flight is cut off. */
  const overdue = new AbortController()
  const inFlight = new Set<Promise<void>>()
  let finishing = 0

  const lines = workers.map((worker) => {
    const marks = openBatcher<ClaimId>(markAfterMs, log, (ids) => worker.claims.reported(ids))
    const common = { publish, log, leaving: leaving.signal }
    const queue = openStepQueue(worker, {
      ...{ ...common, slots, maxHeads: headsPerSlot * count, isFull: () => finishing >= maxFinishing },
      run(step) {
        const one = work(worker, step, (id) => marks.add(id)).finally(() => inFlight.delete(one))
        inFlight.add(one)
        return one
      },
    })
    const due = createDueClaims(worker, {
      ...{ ...common, deadAfterMs, onReported: (id) => marks.add(id) },
      onBack: () => void queue.look().catch(() => {}),
    })
    return { queue, due, marks }
  })

  async function work(worker: Worker, step: HeldStep, onReported: (id: ClaimId) => void): Promise<void> {
    const { envelope, lane, owner, slot } = step
    const { event, stage } = worker
    const topic = lane === 'bulk' ? bulkTopic(event.topic) : event.topic
    measureWait(stage, lane, Date.now() - Date.parse(envelope.occurredAt))
    let isFinishing = false
    const freeSlot = () => {
      if (isFinishing) return
      isFinishing = true
      slot.release()
      finishing++
    }
    const { data, userId } = envelope
    const context = { worker, data, owner, about: envelope, slot, freeSlot, publish, log }
    try {
      const outcome = await inSpan(`work ${envelope.type}`, consumerSpan(envelope, topic, groupId), () =>
        runStep({ ...context, signal: overdue.signal, clock: systemClock, random: Math.random }),
      )
      if (outcome === 'finished') onReported({ userId, jobId: data.jobId, stage })
    } catch (error) {
      log.warn({ err: error, jobId: data.jobId, stage }, 'a step is left to be tried again')
    } finally {
      freeSlot()
      finishing--
    }
  }

  const options = { groupId, fromBeginning: true }
  const consuming = startConsuming(
    kafka,
    producer,
    log,
    lines.map(({ queue }) => queue.handler),
    options,
  )
  const looks = lines.map(({ queue }) =>
    repeat(leaving.signal, () => (queue.hasWaiting() ? lookEveryMs.busy : lookEveryMs.quiet), queue.look),
  )
  const sweeps = lines.map(({ due }) => repeat(leaving.signal, () => sweepEveryMs, due.sweep))

  /** Repeats `act` after pauses that vary by a tenth, until the signal aborts. */
  async function repeat(signal: AbortSignal, everyMs: () => number, act: () => Promise<void>): Promise<void> {
    for (;;) {
      await pause(everyMs() * (0.9 + Math.random() * 0.2), undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await act().catch((error) => log.warn({ err: error }, 'claims could not be looked at'))
    }
  }

  return {
    positioned: consuming.positioned,
    silentMs: consuming.silentMs,
    async stop() {
      leaving.abort()
      await Promise.all([consuming.stop(), ...looks, ...sweeps, ...lines.map(({ queue }) => queue.settled())])
      const drained = Promise.all(inFlight)
      await Promise.race([drained, pause(drainMs, undefined, { ref: false })])
      overdue.abort()
      await Promise.race([drained, pause(releaseLimitMs, undefined, { ref: false })])
      await Promise.all(lines.map(({ marks }) => marks[Symbol.asyncDispose]()))
    },
  }
}
