import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimId } from '@utter/contracts/claims'
import { bulkTopic } from '@utter/contracts/event'
import { type Consuming, startConsuming } from '@utter/messaging/consume/consume'
import { consumerSpan } from '@utter/messaging/consume/consumer-span'
import type { Bus, BusConnection } from '@utter/messaging/open'
import { openBatcher } from '@utter/runtime/batcher'
import { systemClock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
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
  /** The interval at which the holder of a claim renews it; in ms. */
  renewEveryMs?: number
  /** The interval at which claims are looked for that are overdue; in ms. */
  sweepEveryMs?: number
}

const usualDeadAfterMs = shortened(15_000)
const usualSweepEveryMs = shortened(5_000)
/** The interval at which a replica looks for steps that others have left waiting; while it knows of none every fourth turn does. */
const lookEveryMs = 250
const quietTurns = 4
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
  { cluster, producer, log, groupId, publish }: BusConnection,
  workers: Worker[],
  options: WorkOptions,
): Consuming {
  const { slots: count, drainMs = 5_000, renewEveryMs } = options
  const { deadAfterMs = usualDeadAfterMs, sweepEveryMs = usualSweepEveryMs } = options
  const slots = new Slots(count)
  const leaving = new AbortController()
  /** Work that is still in flight is cut off. */
  const overdue = new AbortController()
  const inFlight = new Set<Promise<void>>()
  let finishing = 0

  const stages = workers.map((worker) => {
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
    let turn = 0
    const look = async () => {
      if (queue.hasWaiting() || ++turn % quietTurns === 0) await queue.look()
    }
    const loops = [
      repeatEvery(lookEveryMs, 'steps that wait', log, look),
      repeatEvery(sweepEveryMs, 'claims that are due', log, due.sweep),
    ]
    return { queue, marks, loops }
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
    const context = { worker, data, owner, about: envelope, slot, freeSlot, renewEveryMs, publish, log }
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

  const consuming = startConsuming(
    cluster,
    producer,
    log,
    stages.map(({ queue }) => queue.handler),
    { groupId, fromBeginning: true },
  )
  return {
    positioned: consuming.positioned,
    silentMs: consuming.silentMs,
    async stop() {
      leaving.abort()
      const looking = stages.flatMap(({ loops }) => loops.map((loop) => loop[Symbol.asyncDispose]()))
      await Promise.all([consuming.stop(), ...looking, ...stages.map(({ queue }) => queue.settled())])
      const drained = Promise.all(inFlight)
      await Promise.race([drained, pause(drainMs, undefined, { ref: false })])
      overdue.abort()
      await Promise.race([drained, pause(releaseLimitMs, undefined, { ref: false })])
      await Promise.all(stages.map(({ marks }) => marks[Symbol.asyncDispose]()))
    },
  }
}
