import { Problem, unavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import pLimit from 'p-limit'
import type { LifecycleDeps } from '../deps.ts'
import type { Job, ShownJob } from '../domain/job.ts'
import { acceptAll } from './accept.ts'
import { completeAsSame, findSame } from './cache.ts'
import { earlierJob, type SubmitOptions } from './submit.ts'
import { takeAll } from './take.ts'
import { traced } from './traced.ts'

/** Jobs of a batch that are looked up, or completed from the cache, at once. */
const inFlight = 8

/** What became of a draft: its job, or the one that has its request id already, or why there is none. */
export type BatchOutcome = ShownJob | Problem

/**
 * recipe.md 14: the drafts of one account, each with a request id of its own. All that are new take their calls in one update or none does.
 * @returns what became of each, by the draft's id
 * @throws Problem 402 when there are not enough calls for all, 503 when the client has to send it again; then none was taken
 */
export async function submitBatch(
  deps: LifecycleDeps,
  drafts: Job[],
  options: SubmitOptions,
): Promise<Map<string, BatchOutcome>> {
  const limit = pLimit(inFlight)
  const outcomes = new Map<string, BatchOutcome>()
  const marked = await limit.map(drafts, async (draft): Promise<Job> => {
    const same = options.isFresh ? undefined : await findSame(deps, draft)
    return same ? { ...draft, sameAs: same } : draft
  })
  const inserted = await deps.jobs.insertAll(marked.map(traced))
  failpoint('batch-inserted')
  const ours = marked.filter(({ _id }) => inserted.has(_id))
  const [cached, paid] = [ours.filter(({ sameAs }) => sameAs), ours.filter(({ sameAs }) => !sameAs)]
  try {
    for (const job of await takeAndAccept(deps, paid, options)) outcomes.set(job._id, job)
  } catch (error) {
    // Known to be refused; after any other fault the sweeper finds out what became of them.
    if (error instanceof Problem)
      await deps.jobs.removeSubmitting(
        drafts[0]?.userId ?? '',
        cached.map(({ _id }) => _id),
      )
    throw error
  }
  await limit.map(cached, async (draft) => {
    const job = await completeAsSame(deps, draft, draft.sameAs ?? '', options.signedUpAt)
    outcomes.set(draft._id, job ?? (await outcomeOf(() => takeAlone(deps, draft, options))))
  })
  // After our own are accepted: two batches may wait for a job of each other.
  await limit.map(
    marked.filter(({ _id }) => !inserted.has(_id)),
    async (draft) => {
      outcomes.set(draft._id, await outcomeOf(async () => (await earlierJob(deps, draft)) ?? refused()))
    },
  )
  for (const { _id } of drafts) if (!outcomes.has(_id)) outcomes.set(_id, unavailable())
  return outcomes
}

async function takeAndAccept(deps: LifecycleDeps, paid: Job[], options: SubmitOptions): Promise<ShownJob[]> {
  const [first, ...others] = paid
  if (!first) return []
  const members = await takeAll(deps, [first, ...others], options)
  failpoint('batch-taken')
  return acceptAll(deps, paid, members)
}

/** The job whose sound it would have had was deleted in the same moment. */
async function takeAlone(deps: LifecycleDeps, draft: Job, options: SubmitOptions): Promise<ShownJob> {
  const [job] = await takeAndAccept(deps, [draft], options)
  return job ?? refused()
}

/** The first request of this id was refused in this moment: the client sends it again. */
function refused(): never {
  throw unavailable()
}

const outcomeOf = (act: () => Promise<ShownJob>): Promise<BatchOutcome> =>
  act().catch((error) => {
    if (error instanceof Problem) return error
    throw error
  })
