import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimResult } from '@utter/contracts/claims'
import { VendorError } from '@utter/contracts/vendor-error'
import type { About } from '@utter/messaging/handler'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { Clock } from '@utter/runtime/clock'
import { failpoint } from '@utter/runtime/failpoint'
import { isTransient } from '@utter/runtime/is-transient'
import { recordSurely } from '@utter/runtime/record-surely'
import { shortened } from '@utter/runtime/shortened'
import type { Log } from '@utter/telemetry/log'
import { BreakerOpen } from './breaker.ts'
import { openDeadline, unlessAborted } from './deadline.ts'
import { countAttempt, measureStep } from './metrics.ts'
import type { Slot } from './slots.ts'
import { reportOf, type StepContext, type StepRequest, type Worker } from './worker.ts'

const usualRenewEveryMs = shortened(5_000)
const attemptsAtOnce = 3
/** A step that waits in this process for its next turn says so this often. */
const signOfLifeMs = shortened(10_000)
/** The longest pause that holds a slot; a vendor that asks for more is called again later. */
const maxPauseAtOnceMs = 2_000
const firstPostponeMs = 5_000
const maxBackoffMs = 300_000
/**
 * The longest postponement, even if a vendor asks for more: the job stays active in it, and its owner sees no progress.
 */
const maxPostponeMs = 3_600_000

export type RunContext = {
  worker: Worker
  data: StepRequest
  /** The holder of the claim. */
  owner: string
  /** The interval at which the claim is renewed; in ms. */
  renewEveryMs?: number | undefined
  about: About
  /** The process stops, and the time for work in flight is over. */
  signal: AbortSignal
  publish(events: OutgoingEvent[]): Promise<void>
  log: Log
  clock: Clock
  random(): number
  slot: Pick<Slot, 'pass' | 'leave' | 'heldMs'>
  /** Called when the vendor's part is over, paid or not: only our own writes are left. */
  freeSlot(): void
}

/** The outcome of a step: reported, or given back with its claim, which is another's or waits for a slot again. */
export type StepOutcome = 'finished' | 'dropped'

/** Executes a step whose claim is held, and reports it. @throws after the claim was put back, unless its result is there */
export async function runStep(context: RunContext): Promise<StepOutcome> {
  const { worker, data, owner, renewEveryMs = usualRenewEveryMs, about, signal, publish, log } = context
  const id = { userId: about.userId, jobId: data.jobId, stage: worker.stage }
  failpoint('claimed')
  const openForMs = worker.breaker.openForMs()
  if (openForMs > 0) {
    await worker.claims.postpone(id, owner, data.attempt)
    const { until, code } = openCircuit(context, openForMs)
    await publish([worker.reports.postponed(data, about.userId, until, code)])
    return 'finished'
  }

  const lost = new AbortController()
  let isPaid = false
  const renewal = setInterval(() => {
    worker.claims.renew(id, owner).then(
      // A claim that has its result is not lost, and is renewed no more.
      (held) => held || isPaid || lost.abort(),
      // The database is unavailable: the step may be taken back, and `finish` refuses the result then.
      (error) => log.warn({ err: error, jobId: id.jobId }, 'a claim could not be renewed'),
    )
  }, renewEveryMs)
  // Concurrent with the work, and settled before anything is published after it. A lost start does no harm.
  const startPublished = publish([worker.reports.started(data, about.userId)]).then(
    () => failpoint('started'),
    (error) => log.warn({ err: error, jobId: id.jobId }, 'a start could not be published'),
  )
  try {
    const beganMs = performance.now()
    const result = await executeInTime(context, owner, AbortSignal.any([signal, lost.signal]))
    context.freeSlot()
    measureStep(worker.stage, outcomeOf(result), performance.now() - beganMs)
    if (result === 'aborted' || lost.signal.aborted) {
      await worker.claims.putBack(id, owner)
      return 'dropped'
    }
    if ('until' in result) {
      await worker.claims.postpone(id, owner, data.attempt)
      await publish([worker.reports.postponed(data, about.userId, result.until, result.code)])
      return 'finished'
    }
    isPaid = true
    failpoint('executed')
    // The renewal goes on meanwhile: nobody takes it back, and pays again, what is only to be written.
    const attempt = await recordSurely(() => worker.claims.finish(id, owner, result), signal)
    if (attempt === undefined) return 'dropped'
    failpoint('finished')
    await publish(reportOf(worker, { ...data, attempt }, about.userId, result))
    failpoint('reported')
    return 'finished'
  } catch (error) {
    // Or the step would wait until this owner is found to be dead.
    if (!isPaid) await worker.claims.putBack(id, owner).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
    await startPublished
  }
}

type Postponed = { until: Date; code: string }

async function executeInTime(
  context: RunContext,
  owner: string,
  signal: AbortSignal,
): Promise<ClaimResult<unknown> | Postponed | 'aborted'> {
  const { worker, data, about, publish, log, random, slot } = context
  using deadline = openDeadline(worker.limitMs(data))
  const until = AbortSignal.any([signal, deadline.signal])
  let reportedMs = performance.now()
  const report = (event: OutgoingEvent) => {
    deadline.restart()
    reportedMs = performance.now()
    void publish([event]).catch(() => {})
  }
  const waited: StepContext['waited'] = async (wait, sign) => {
    const beat = setInterval(() => report(sign()), signOfLifeMs)
    try {
      return await wait
    } finally {
      clearInterval(beat)
      // Many short waits are a long one.
      if (performance.now() - reportedMs > signOfLifeMs) report(sign())
      else deadline.restart()
    }
  }
  let hasKept = false
  const onKept = () => {
    // This owner dies once: its first part says all.
    if (hasKept) return
    hasKept = true
    const id = { userId: about.userId, jobId: data.jobId, stage: worker.stage }
    worker.claims.forgetDeaths(id, owner).catch(() => {
      hasKept = false
    })
  }
  const turns: Pick<StepContext, 'waited' | 'pass' | 'onKept' | 'leaveSlot' | 'heldMs'> = {
    ...{ waited, onKept },
    pass: (sign) => waited(slot.pass(until), sign),
    leaveSlot: () => slot.leave(),
    heldMs: () => slot.heldMs(),
  }
  const isOver = (attempt: number, waitMs: number) =>
    attempt >= attemptsAtOnce || waitMs > maxPauseAtOnceMs || deadline.signal.aborted
  const ask = async (attempt: number) => {
    const givesUp = ({ kind, retryAfterMs = 0 }: VendorError) => kind === 'permanent' || isOver(attempt, retryAfterMs)
    try {
      return await unlessAborted(
        worker.execute(data, { signal: until, owner, report, about, givesUp, ...turns }),
        until,
      )
    } catch (error) {
      throw deadline.signal.aborted && !signal.aborted ? tooLate(worker.stage, error) : error
    }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      const value = await worker.breaker.run(() => ask(attempt))
      countAttempt(worker.stage, 'answered')
      return { value }
    } catch (error) {
      if (signal.aborted) return 'aborted'
      if (error instanceof BreakerOpen) return openCircuit(context, error.openForMs)
      const fields = { jobId: data.jobId, stage: worker.stage, attempt: data.attempt, err: error }
      const fault = error instanceof VendorError ? error : undefined
      if (fault?.kind === 'permanent') {
        countAttempt(worker.stage, 'refused')
        log.info(fields, 'a step failed')
        return { failed: { code: fault.code, error: fault.sentence } }
      }
      if (!fault && !isTransient(error)) {
        countAttempt(worker.stage, 'fault')
        log.error(fields, 'a step failed by a fault of ours')
        return { failed: { code: 'internal', error: 'Something went wrong on our side' } }
      }
      countAttempt(worker.stage, 'transient')
      const waitMs = fault?.retryAfterMs ?? 200 * 2 ** attempt * (0.5 + random() / 2)
      if (isOver(attempt, waitMs)) {
        log.warn(fields, 'a step is postponed')
        return postponed(context, fault?.retryAfterMs ?? 0, fault?.code ?? 'storage')
      }
      await pause(waitMs, undefined, { signal: until }).catch(() => {})
    }
  }
}

const outcomeOf = (result: ClaimResult<unknown> | Postponed | 'aborted') =>
  result === 'aborted' ? 'aborted' : 'until' in result ? 'postponed' : 'failed' in result ? 'failed' : 'done'

const tooLate = (stage: string, cause: unknown) =>
  new VendorError('transient', `${stage}_timeout`, 'There was no answer in time', { cause, isOutage: true })

const openCircuit = (context: RunContext, waitMs: number): Postponed => postponed(context, waitMs, 'vendor_unavailable')

/** Exponential backoff by the number of attempts, `minMs` at least and an hour at most. */
function postponed({ data, clock, random }: RunContext, minMs: number, code: string): Postponed {
  const laterMs = Math.min(firstPostponeMs * 2 ** (data.attempt - 1), maxBackoffMs) * (0.75 + random() / 2)
  return { until: new Date(clock.now().getTime() + Math.min(Math.max(laterMs, minMs), maxPostponeMs)), code }
}
