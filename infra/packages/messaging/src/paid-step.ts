import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimResult, ClaimSeen } from '@utter/contracts/claims'
import { VendorError } from '@utter/contracts/vendor-error'
import { failpoint } from '@utter/runtime/failpoint'
import { isPassing } from '@utter/runtime/is-passing'
import type { Log } from '@utter/telemetry/log'
import { BreakerOpen } from './breaker.ts'
import { openDeadline, unlessAborted } from './deadline.ts'
import type { Fact } from './fact.ts'
import type { About } from './handler.ts'
import { type Asked, reportOf, type Worker } from './worker.ts'

const renewEveryMs = 5_000
/** A claim whose beat stands still so long, by our own clock, belongs to a dead process. */
export const deadAfterMs = 15_000
const triesAtOnce = 3
/** A vendor that asks for more patience than this is asked again later, without a slot. */
const longestPauseAtOnceMs = 2_000
const firstPostponeMs = 5_000
const longestPostponeMs = 300_000
/** Whatever a vendor asks for: a job holds its place meanwhile, and its owner hears nothing. */
const maxPostponeMs = 3_600_000

export type StepTools = {
  worker: Worker
  data: Asked
  about: About
  /** The process leaves, and the time for what is in flight is over. */
  signal: AbortSignal
  say(facts: Fact[]): Promise<void>
  log: Log
  random(): number
  /** Called when the vendor has been paid, or not: what is left is our own writing. */
  freeSlot(): void
}

/** What came of one look at the claim. */
export type Look = 'finished' | 'dropped' | { seen: ClaimSeen }

/** Takes the claim, does the work if it is ours to do, reports. @param seen of a claim that was waited for */
export async function paidStep(tools: StepTools, seen?: ClaimSeen): Promise<Look> {
  const { worker, data, about, signal, say, log } = tools
  const id = { userId: about.userId, jobId: data.jobId, stage: worker.stage }
  const owner = randomUUID()
  const isOurs = seen !== undefined && (await worker.claims.takeOver(id, owner, seen))
  if (!isOurs) {
    const claim = await worker.claims.take(id, owner)
    if (claim !== 'mine' && 'result' in claim) {
      await say([reportOf(worker, data, about.userId, claim.result)])
      return 'finished'
    }
    if (claim !== 'mine') return { seen: claim.seen }
  }

  failpoint('claimed')
  const leftAloneMs = worker.breaker.waitMs()
  if (leftAloneMs > 0) {
    await worker.claims.giveUp(id, owner)
    const { until, code } = leftAlone(tools, leftAloneMs)
    await say([worker.facts.postponed(data, about.userId, until, code)])
    return 'finished'
  }

  const lost = new AbortController()
  const renewal = setInterval(() => {
    worker.claims.renew(id, owner).then(
      (held) => held || lost.abort(),
      // The database is away: the claim may be taken over, and then the result is refused.
      (error) => log.warn({ err: error, jobId: id.jobId }, 'a claim could not be renewed'),
    )
  }, renewEveryMs)
  // Beside the work, and before whatever is said after it: should it not be heard, the result will be.
  const told = say([worker.facts.started(data, about.userId)]).then(
    () => failpoint('begun'),
    (error) => log.warn({ err: error, jobId: id.jobId }, 'a start could not be told'),
  )
  try {
    const result = await perform(tools, owner, AbortSignal.any([signal, lost.signal]))
    tools.freeSlot()
    if (result === 'given up' || lost.signal.aborted) {
      await worker.claims.giveUp(id, owner)
      return 'dropped'
    }
    if ('until' in result) {
      await worker.claims.giveUp(id, owner)
      await say([worker.facts.postponed(data, about.userId, result.until, result.code)])
      return 'finished'
    }
    failpoint('performed')
    if (!(await worker.claims.finish(id, owner, result))) return 'dropped'
    failpoint('finished')
    await say([reportOf(worker, data, about.userId, result)])
    failpoint('reported')
    return 'finished'
  } catch (error) {
    // Or we would wait beside our own claim. What has a result stays.
    await worker.claims.giveUp(id, owner).catch(() => {})
    throw error
  } finally {
    clearInterval(renewal)
    await told
  }
}

type Postponed = { until: Date; code: string }

async function perform(
  tools: StepTools,
  owner: string,
  signal: AbortSignal,
): Promise<ClaimResult<unknown> | Postponed | 'given up'> {
  const { worker, data, about, say, log, random } = tools
  using deadline = openDeadline(worker.limitMs(data))
  const until = AbortSignal.any([signal, deadline.signal])
  const tell = (fact: Fact) => {
    deadline.restart()
    void say([fact]).catch(() => {})
  }
  const ask = async () => {
    try {
      return await unlessAborted(worker.perform(data, { signal: until, owner, tell, about }), until)
    } catch (error) {
      throw deadline.signal.aborted && !signal.aborted ? tooLate(worker.stage, error) : error
    }
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return { fruit: await worker.breaker.run(ask) }
    } catch (error) {
      if (signal.aborted) return 'given up'
      if (error instanceof BreakerOpen) return leftAlone(tools, error.waitMs)
      const fields = { jobId: data.jobId, stage: worker.stage, attempt: data.attempt, err: error }
      const fault = error instanceof VendorError ? error : undefined
      if (fault?.kind === 'lasting') {
        log.info(fields, 'a step failed')
        return { failed: { code: fault.code, error: fault.sentence } }
      }
      if (!fault && !isPassing(error)) {
        log.error(fields, 'a step failed by a fault of ours')
        return { failed: { code: 'internal', error: 'Something went wrong on our side' } }
      }
      const waitMs = fault?.retryAfterMs ?? 200 * 2 ** attempt * (0.5 + random() / 2)
      if (attempt >= triesAtOnce || waitMs > longestPauseAtOnceMs || deadline.signal.aborted) {
        log.warn(fields, 'a step is postponed')
        return postponed(tools, fault?.retryAfterMs ?? 0, fault?.code ?? 'storage')
      }
      await pause(waitMs, undefined, { signal: until }).catch(() => {})
    }
  }
}

const tooLate = (stage: string, cause: unknown) =>
  new VendorError('passing', `${stage}_timeout`, 'There was no answer in time', { cause, isOutage: true })

const leftAlone = (tools: StepTools, waitMs: number): Postponed => postponed(tools, waitMs, 'vendor_away')

/** The later, the more often it was postponed before, and not before `atLeastMs` have passed, but an hour at most. */
function postponed({ data, random }: StepTools, atLeastMs: number, code: string): Postponed {
  const laterMs = Math.min(firstPostponeMs * 2 ** (data.attempt - 1), longestPostponeMs) * (0.75 + random() / 2)
  return { until: new Date(Date.now() + Math.min(Math.max(laterMs, atLeastMs), maxPostponeMs)), code }
}
