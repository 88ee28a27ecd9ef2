import { Problem, unavailable } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import { growingPauses } from '@utter/runtime/growing-pauses'
import pLimit from 'p-limit'
import type { LifecycleDeps } from '../../deps.ts'
import { asItIsNow } from '../../domain/job/as-it-is-now.ts'
import type { Job, ShownJob } from '../../domain/job/job.ts'
import { pronunciationsOf } from '../pronunciations-of.ts'
import { acceptAll } from './accept.ts'
import { completeAsSame, findSame } from './cache.ts'
import { earlierJob, type SubmitOptions } from './submit.ts'
import { submitted } from './submitted.ts'
import { takeAll } from './take.ts'

/** Jobs of a batch that are looked up, or completed from the cache, at once. */
const inFlight = 8
/** How long a batch waits for another submission with some of its jobs, in ms. */
const othersForMs = 3_000

/** The outcome of a draft: its job, the earlier job with its request id, or the reason for none. */
export type BatchOutcome = ShownJob | Problem

/**
 * recipe 14: the drafts of one account, each with a request id of its own. All that are new take their calls in one update or none does.
 * A batch that is sent again has the same jobs, even after an error.
 * @returns the outcome of each, by the draft's id
 * @throws Problem 402 when there are not enough calls for all, 503 when the client has to send it again
 */
export async function submitBatch(
  deps: LifecycleDeps,
  drafts: Job[],
  options: SubmitOptions,
): Promise<Map<string, BatchOutcome>> {
  const userId = drafts[0]?.userId ?? ''
  const limit = pLimit(inFlight)
  const outcomes = new Map<string, BatchOutcome>()
  const list = await pronunciationsOf(deps, userId, options.tier)
  const marked = await limit.map(drafts, async (given): Promise<Job> => {
    const draft = asItIsNow(given, deps.versions(), list)
    const same = options.isFresh ? undefined : await findSame(deps, draft, list)
    return same ? { ...draft, sameAs: same } : draft
  })
  const inserted = await insertNew(
    deps,
    userId,
    marked.map((draft) => submitted(draft, options, deps.plans)),
  )
  failpoint('batch-inserted')
  const ours = marked.filter(({ _id }) => inserted.has(_id))
  const [cached, paid] = [ours.filter(({ sameAs }) => sameAs), ours.filter(({ sameAs }) => !sameAs)]
  try {
    for (const job of await takeAndAccept(deps, paid, options)) outcomes.set(job._id, job)
  } catch (error) {
    // Known to be refused; after any other fault the sweeper finds out what became of them.
    if (error instanceof Problem)
      await deps.jobs.removeSubmitting(
        userId,
        cached.map(({ _id }) => _id),
      )
    throw error
  }
  await limit.map(cached, async (draft) => {
    const job = await completeAsSame(deps, draft, draft.sameAs ?? '', options)
    outcomes.set(draft._id, job ?? (await outcomeOf(() => takeAlone(deps, draft, options))))
  })
  await limit.map(
    marked.filter(({ _id }) => !inserted.has(_id)),
    async (draft) => {
      outcomes.set(draft._id, await outcomeOf(async () => (await earlierJob(deps, draft)) ?? refused()))
    },
  )
  if (drafts.some(({ _id }) => isTransient(outcomes.get(_id)))) throw unavailable()
  return outcomes
}

/**
 * Inserts the drafts with a new request id. While another submission with some of the drafts is under way, which may be this batch sent twice,
 * it inserts none: each of the two would take a part of the calls.
 * @returns the ids of those that were inserted; none also where the other submission has them all
 */
async function insertNew({ jobs }: LifecycleDeps, userId: string, drafts: Job[]): Promise<Set<string>> {
  const paused = growingPauses(othersForMs)
  for (;;) {
    const inserted = await jobs.insertAll(drafts)
    if (inserted.size === 0 || inserted.size === drafts.length) return inserted
    const known = drafts.filter(({ _id }) => !inserted.has(_id)).map(({ requestId }) => requestId)
    if ((await jobs.countAccepted(userId, known)) === known.length) return inserted
    await jobs.removeSubmitting(userId, [...inserted])
    if (!(await paused())) throw unavailable()
  }
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

const isTransient = (outcome?: BatchOutcome) => !outcome || (outcome instanceof Problem && outcome.status === 503)

const outcomeOf = (act: () => Promise<ShownJob>): Promise<BatchOutcome> =>
  act().catch((error) => {
    if (error instanceof Problem) return error
    throw error
  })
