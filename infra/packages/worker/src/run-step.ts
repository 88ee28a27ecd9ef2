import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimResult, ClaimSeen } from '@utter/contracts/claims'
import { VendorError } from '@utter/contracts/vendor-error'
import type { About } from '@utter/messaging/handler'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { failpoint } from '@utter/runtime/failpoint'
import { isTransient } from '@utter/runtime/is-transient'
import type { Log } from '@utter/telemetry/log'
import { BreakerOpen } from './breaker.ts'
import { openDeadline, unlessAborted } from './deadline.ts'
import { reportOf, type StepRequest, type Worker } from './worker.ts'

const renewEveryMs = 5_000
/** A claim whose heartbeat stands still so long, by our own clock, belongs to a dead process. */
export const deadAfterMs = 15_000
const attemptsAtOnce = 3
/** A vendor that asks for more patience than this is asked again later, without a slot. */
const maxPauseAtOnceMs = 2_000
const firstPostponeMs = 5_000
const maxBackoffMs = 300_000
/** Whatever a vendor asks for: a job holds its place meanwhile, and its owner sees no progress. */
const maxPostponeMs = 3_600_000

export type RunContext = {
  worker: Worker
  data: StepRequest
  about: About
  /** The process leaves, and the time for what is in flight is over. */
  signal: AbortSignal
  publish(events: OutgoingEvent[]): Promise<void>
  log: Log
  random(): number
  /** Called when the vendor has been paid, or not: what is left is our own writing. */
  freeSlot(): void
}

/** What came of one look at the claim. */
export type StepOutcome = 'finished' | 'dropped' | { seen: ClaimSeen }

/** Takes the claim, does the work if it is ours to do, reports. @param seen of a claim that was waited for */
export async function runStep(tools: RunContext, seen?: ClaimSeen): Promise<StepOutcome> {
  const { worker, data, about, signal, publish, log } = tools
  const id = { userId: about.userId, jobId: data.jobId, stage: worker.stage }
  const owner = randomUUID()
  const isOurs = seen !== undefined && (await worker.claims.takeOver(id, owner, seen))
  if (!isOurs) {
    const claim = await worker.claims.take(id, owner)
    if (claim !== 'mine' && 'result' in claim) {
      await publish([reportOf(worker, data, about.userId, claim.result)])
      return 'finished'
    }
    if (claim !== 'mine') return { seen: claim.seen }
  }

  failpoint('claimed')
  const openForMs = worker.breaker.openForMs()
  if (openForMs > 0) {
    await worker.claims.release(id, owner)
    const { until, code } = openCircuit(tools, openForMs)
    await publish([worker.reports.postponed(data, about.userId, until, code)])
    return 'finished'
  }

  const lost = new AbortController()
  const renewal = setInterval(() => {
    worker.claims.renew(id, owner).then(
      (held) => held || lost.abort(),
      // The database is unavailable: the claim may be taken over, and then the result is refused.
      (error) => log.warn({ err: error, jobId: id.jobId }, 'a claim could not be renewed'),
    )
  }, renewEveryMs)
  // Beside the work, and before whatever is published after it: where the start is lost, the result is not.
  const startPublished = publish([worker.reports.started(data, about.userId)]).then(
    () => failpoint('started'),
    (error) => log.warn({ err: error, jobId: id.jobId }, 'a start could not be published'),
  )
  try {
    const result = await executeInTime(tools, owner, AbortSignal.any([signal, lost.signal]))
    tools.freeSlot()
    if (result === 'given up' || lost.signal.aborted) {
      await worker.claims.release(id, owner)
      return 'dropped'
    }
    if ('until' in result) {
      await worker.claims.release(id, owner)
      await publish([worker.reports.postponed(data, about.userId, result.until, result.code)])
      return 'finished'
    }
    failpoint('executed')
    if (!(await worker.claims.finish(id, owner, result))) return 'dropped'
    failpoint('finished')
    await publish([reportOf(worker, data, about.userId, result)])
    failpoint('reported')
    return 'finished'
  } catch (error) {
    // Or we would wait beside our own claim. What has a result stays.
    await worker.claims.release(id, owner).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
    await startPublished
  }
}

type Postponed = { until: Date; code: string }

async function executeInTime(
  tools: RunContext,
  owner: string,
  signal: AbortSignal,
): Promise<ClaimResult<unknown> | Postponed | 'given up'> {
  const { worker, data, about, publish, log, random } = tools
  using deadline = openDeadline(worker.limitMs(data))
  const until = AbortSignal.any([signal, deadline.signal])
  const report = (event: OutgoingEvent) => {
    deadline.restart()
    void publish([event]).catch(() => {})
  }
  const ask = async () => {
    try {
      return await unlessAborted(worker.execute(data, { signal: until, owner, report, about }), until)
    } catch (error) {
      throw deadline.signal.aborted && !signal.aborted ? tooLate(worker.stage, error) : error
    }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return { value: await worker.breaker.run(ask) }
    } catch (error) {
      if (signal.aborted) return 'given up'
      if (error instanceof BreakerOpen) return openCircuit(tools, error.openForMs)
      const fields = { jobId: data.jobId, stage: worker.stage, attempt: data.attempt, err: error }
      const fault = error instanceof VendorError ? error : undefined
      if (fault?.kind === 'permanent') {
        log.info(fields, 'a step failed')
        return { failed: { code: fault.code, error: fault.sentence } }
      }
      if (!fault && !isTransient(error)) {
        log.error(fields, 'a step failed by a fault of ours')
        return { failed: { code: 'internal', error: 'Something went wrong on our side' } }
      }
      const waitMs = fault?.retryAfterMs ?? 200 * 2 ** attempt * (0.5 + random() / 2)
      if (attempt >= attemptsAtOnce || waitMs > maxPauseAtOnceMs || deadline.signal.aborted) {
        log.warn(fields, 'a step is postponed')
        return postponed(tools, fault?.retryAfterMs ?? 0, fault?.code ?? 'storage')
      }
      await pause(waitMs, undefined, { signal: until }).catch(() => {})
    }
  }
}

const tooLate = (stage: string, cause: unknown) =>
  new VendorError('transient', `${stage}_timeout`, 'There was no answer in time', { cause, isOutage: true })

const openCircuit = (tools: RunContext, waitMs: number): Postponed => postponed(tools, waitMs, 'vendor_away')

/** The later, the more often it was postponed before, and not before `atLeastMs` have passed, but an hour at most. */
function postponed({ data, random }: RunContext, atLeastMs: number, code: string): Postponed {
  const laterMs = Math.min(firstPostponeMs * 2 ** (data.attempt - 1), maxBackoffMs) * (0.75 + random() / 2)
  return { until: new Date(Date.now() + Math.min(Math.max(laterMs, atLeastMs), maxPostponeMs)), code }
}
