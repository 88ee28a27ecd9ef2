import { setTimeout as pause } from 'node:timers/promises'
import { conflict, unavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { asItIsNow } from '../../domain/job/as-it-is-now.ts'
import { isShown, type Job, type ShownJob } from '../../domain/job/job.ts'
import { laneOf } from '../../domain/job/lane.ts'
import { pronunciationsOf } from '../pronunciations-of.ts'
import { reconcile } from '../repair/reconcile.ts'
import { accept } from './accept.ts'
import { completeAsSame, findSame } from './cache.ts'
import { submitted } from './submitted.ts'
import { type Payer, take } from './take.ts'

export type Submission = { job: ShownJob; isNew: boolean }
export type SubmitOptions = Payer & {
  /** Whether an earlier job that sounds the same is left unused. */
  isFresh?: boolean
  /** Whether such a job is left unused where it has no word timestamps. */
  needsWords?: boolean
}

/** How often, and how long, a repetition reads the first submission that is still under way. */
const [pollMs, pollForMs] = [50, 5_000]

/**
 * recipe 1 to 3, and 15: the job is inserted under its request id, takes a call, and is accepted as active or waiting; or it is completed at
 * once, as an earlier one that sounds the same. A request that is repeated, at any time and after any crash, is one job and one call.
 * @throws Problem 402 without a call left, 409 for another body under the same request id, 503 when the client has to send it again, or
 * free accounts have nothing left today
 */
export async function submit(deps: LifecycleDeps, given: Job, options: SubmitOptions): Promise<Submission> {
  const list = await pronunciationsOf(deps, given.userId, options.tier)
  const draft = asItIsNow(given, deps.versions(), list)
  const same = options.isFresh ? undefined : await findSame(deps, draft, list, options)
  if (!(await deps.jobs.insert(submitted(same ? { ...draft, sameAs: same } : draft, options, deps.plans)))) {
    const first = await earlierJob(deps, draft)
    // Null: the earlier one was refused, or removed by the sweeper, so this request is submitted itself.
    return first ? { job: first, isNew: false } : submit(deps, draft, options)
  }
  failpoint('inserted')
  const cached = same && (await completeAsSame(deps, draft, same, options))
  if (cached) return { job: cached, isNew: true }
  const taken = await take(deps, draft, options)
  failpoint('call-taken')
  const lane = laneOf(draft, taken.index)
  // A section is spoken beside others of its work, in turns: nobody waits for it alone.
  const expected = draft.section ? {} : expectedMsOf(deps, { ...draft, lane })
  const job = await accept(deps, { ...draft, ...expected }, taken.member, taken.where, taken.index)
  if (!job || !isShown(job)) throw unavailable()
  return { job, isNew: true }
}

const expectedMsOf = ({ estimates, clock }: LifecycleDeps, draft: Job) => ({
  expectedMs: Math.round(estimates.msOf(draft, 0, clock.now())),
})

/**
 * The job that has this request id already, as soon as it is accepted; null when there is none any more.
 * @throws Problem 409 where its request was another one
 */
export async function earlierJob({ jobs, ...deps }: LifecycleDeps, draft: Job): Promise<ShownJob | null> {
  const untilMs = performance.now() + pollForMs
  let reconciled = false
  for (;;) {
    const first = await jobs.byRequest(draft.userId, draft.requestId)
    if (!first) return null
    if (first.bodyHash !== draft.bodyHash) throw requestIdReused()
    if (first.status === 'deleted') throw conflict('job_deleted', 'The job of this request ID was deleted', 'requestId')
    if (isShown(first)) return first
    if (performance.now() < untilMs) await pause(pollMs)
    else if (reconciled) throw unavailable()
    else {
      reconciled = true
      await reconcile({ jobs, ...deps }, draft.userId)
    }
  }
}

export const requestIdReused = () =>
  conflict('request_id_reused', 'Request ID already used with a different request', 'requestId')
