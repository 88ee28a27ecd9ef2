import { overageCostOf } from '@utter/contracts/calls'
import type { BatchDryRun, BatchRejection, DryRunJob } from '@utter/contracts/http/jobs/batch'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import { callsUsed } from '../domain/allowance/call-limits.ts'
import { asItIsNow } from '../domain/job/as-it-is-now.ts'
import { isShown, type Job } from '../domain/job/job.ts'
import { presentAccount } from '../lifecycle/allowance-of.ts'
import { pronunciationsOf } from '../lifecycle/pronunciations-of.ts'
import { findSame } from '../lifecycle/submit/cache.ts'
import { requestIdReused, type SubmitOptions } from '../lifecycle/submit/submit.ts'
import { spentOf } from '../lifecycle/submit/take.ts'
import { type Item, rejectionOf } from './batch-items.ts'

/** The jobs and the price that a batch would have: nothing is inserted, and no call is taken. */
export async function dryRun(deps: Deps, items: Item[], options: SubmitOptions): Promise<BatchDryRun> {
  const drafts = [...new Set(items.flatMap((item) => ('draft' in item ? [item.draft] : [])))]
  const outcomes = await outcomesOf(deps, drafts, options)
  const jobs = items.map((item) => ('draft' in item ? (outcomes.get(item.draft._id) as DryRunJob) : item.rejection))
  const calls = [...outcomes.values()].filter((one) => 'outcome' in one && one.outcome === 'new').length
  const accepted = jobs.filter((job) => 'outcome' in job).length
  const payer = { userId: drafts[0]?.userId ?? '', keyId: drafts[0]?.keyId }
  return { accepted, rejected: jobs.length - accepted, ...(await priceOf(deps, payer, calls, options)), jobs }
}

/** Drafts that are matched with earlier jobs at once. */
const inFlight = 8

/** The outcome that each draft would have, by its id. */
async function outcomesOf(
  deps: Deps,
  drafts: Job[],
  { isFresh }: SubmitOptions,
): Promise<Map<string, DryRunJob | BatchRejection>> {
  const userId = drafts[0]?.userId ?? ''
  const list = await pronunciationsOf(deps, userId)
  const requestIds = drafts.map(({ requestId }) => requestId)
  const known = new Map((await deps.jobs.byRequests(userId, requestIds)).map((job) => [job.requestId, job]))
  const outcomes = await pLimit(inFlight).map(drafts, async (draft): Promise<[string, DryRunJob | BatchRejection]> => {
    const { requestId } = draft
    const first = known.get(requestId)
    if (first && first.bodyHash !== draft.bodyHash) return [draft._id, rejectionOf(requestId, requestIdReused())]
    if (first && isShown(first)) return [draft._id, { requestId, outcome: 'known', jobId: first._id }]
    const same = isFresh ? undefined : await findSame(deps, asItIsNow(draft, deps.versions(), list), list)
    return [draft._id, same ? { requestId, outcome: 'cached', jobId: same } : { requestId, outcome: 'new' }]
  })
  return new Map(outcomes)
}

/** The calls that it would take now, what they would cost as far as they are overage, and why they would be refused. */
export async function priceOf(
  deps: Deps,
  { userId, keyId }: { userId: string; keyId: string | undefined },
  calls: number,
  options: SubmitOptions,
) {
  const { present, plan } = await presentAccount(deps, userId, options.signedUpAt)
  const overageAt = (used: number) => callsUsed({ used }, present, plan).overage
  const refusal = calls > 0 && spentOf(deps, present, { keyId, calls }, options)
  return {
    calls,
    cost: overageCostOf(plan, overageAt(present.used + calls) - overageAt(present.used)),
    ...(refusal && { refusal: refusal.message }),
  }
}
