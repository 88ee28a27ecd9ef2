import { setTimeout as pause } from 'node:timers/promises'
import { sellsOverage } from '@utter/contracts/calls'
import { planOf } from '@utter/contracts/plans'
import { conflict, Problem, unavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../deps.ts'
import { type Allowance, type Member, maxReserved } from '../domain/allowance.ts'
import { isShown, type Job, type ShownJob } from '../domain/job.ts'
import { memberOf } from '../domain/member.ts'
import { accept } from './accept.ts'
import { allowanceOf, periodOf } from './allowance-of.ts'
import { reconcile } from './reconcile.ts'

export type Submission = { job: ShownJob; isNew: boolean }

/** How often, and how long, a repetition reads the first submission that is still under way. */
const [pollMs, pollForMs] = [50, 5_000]

/**
 * recipe.md 1 to 3: the job is inserted under its request id, takes a call, and is accepted as active or waiting. A request that
 * is repeated, at any time and after any crash, is one job and one call.
 * @param monthlyCap calls that the draft's API key may take in a period; none: as many as its account
 * @throws Problem 402 without a call left, 409 for another body under the same request id, 503 when the client has to send it again
 */
export async function submit(
  deps: LifecycleDeps,
  draft: Job,
  signedUpAt: Date,
  monthlyCap?: number,
): Promise<Submission> {
  if (!(await deps.jobs.insert(draft))) {
    const first = await earlierJob(deps, draft)
    // Gone: refused, or removed by the sweeper; this request stands for itself.
    return first ? { job: first, isNew: false } : submit(deps, draft, signedUpAt, monthlyCap)
  }
  failpoint('inserted')
  const taken = await take(deps, draft, signedUpAt, monthlyCap)
  failpoint('call-taken')
  const job = await accept(deps, draft, taken.member, taken.where, taken.index)
  if (!job || !isShown(job)) throw unavailable()
  return { job, isNew: true }
}

/** The job that has this request id already, as soon as it is accepted. */
async function earlierJob({ jobs, ...deps }: LifecycleDeps, draft: Job): Promise<ShownJob | null> {
  const untilMs = performance.now() + pollForMs
  let reconciled = false
  for (;;) {
    const first = await jobs.byRequest(draft.userId, draft.requestId)
    if (!first) return null
    if (first.bodyHash !== draft.bodyHash)
      throw conflict('request_id_reused', 'Request ID already used with a different request', 'requestId')
    if (isShown(first)) return first
    if (performance.now() < untilMs) await pause(pollMs)
    else if (reconciled) throw unavailable()
    else {
      reconciled = true
      await reconcile({ jobs, ...deps }, draft.userId)
    }
  }
}

type Taken = { member: Member; where: 'active' | 'reserved'; index: number }

/** recipe.md 2. Each update is sent once: a lost reply is a 503, and the sweeper finds out what became of it. */
async function take(deps: LifecycleDeps, job: Job, signedUpAt: Date, monthlyCap: number | undefined): Promise<Taken> {
  const { allowances, clock } = deps
  const { userId, _id: id } = job
  let rounds = 0
  for (;;) {
    const now = clock.now()
    const member = memberOf(job, await periodOf(deps, userId, signedUpAt))
    const index = await allowances.takeActive(userId, member, now, monthlyCap)
    if (index !== undefined) return { member, where: 'active', index }
    if (await allowances.takeReserved(userId, member, now, monthlyCap)) return { member, where: 'reserved', index: 0 }

    const allowance = await allowanceOf(deps, userId, signedUpAt)
    if (allowance.period.getTime() !== member.period.getTime() || allowance.periodEnd <= clock.now()) continue
    const spent = spentOf(deps, allowance, job, monthlyCap)
    if (!spent && allowance.reserved.length < maxReserved && rounds++ < 3) continue
    await deps.jobs.removeSubmitting(userId, id)
    throw spent ?? unavailable()
  }
}

/** Why no call is left: the account's come before those of its key. */
function spentOf(
  { plans }: LifecycleDeps,
  allowance: Allowance,
  { keyId = '' }: Job,
  monthlyCap = Number.POSITIVE_INFINITY,
): Problem | undefined {
  if (allowance.used + 1 <= allowance.callLimit)
    return (allowance.keyCalls?.[keyId] ?? 0) < monthlyCap
      ? undefined
      : new Problem(402, 'key_limit_reached', 'API key limit reached')
  return sellsOverage(planOf(plans, allowance.tier), allowance.status)
    ? new Problem(402, 'spending_limit_reached', 'Spending limit reached')
    : new Problem(402, 'call_limit_reached', 'API call limit reached')
}
