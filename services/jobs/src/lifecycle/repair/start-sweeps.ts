import { randomUUID } from 'node:crypto'
import { shortened } from '@utter/runtime/shortened'
import type { SweepLeases } from '@utter/storage/sweep-leases'
import type { LifecycleDeps } from '../../deps.ts'
import type { JobState } from '../../domain/job/job.ts'
import { deleteJob } from '../end/delete-job.ts'
import { forgetJob } from '../end/forget-job.ts'
import { publishDeletion } from '../end/publish-deletion.ts'
import { settleAtOnce } from '../end/settle.ts'
import { accept } from '../submit/accept.ts'
import { advanceWork } from '../works/advance.ts'
import { deleteWork } from '../works/change-state.ts'
import { handleOverdue } from './overdue.ts'
import { reconcileAs } from './reconcile.ts'
import { recount } from './recount.ts'
import { sumUsage } from './sum-usage.ts'
import { type Sweep, startSweep } from './sweep.ts'

const unsettledAfterMs = shortened(5_000)
const submittingAfterMs = shortened(30_000)
/** Older than this, the process that deleted a job is dead, or could not reach the broker. */
const deletedAfterMs = 2_000
/** Few, since a lease has its time, and a count may take long. */
const recountBatch = 10
const sumBatch = 20

/** Until another replica sweeps in place of one that died, at most. */
const turnLeaseMs = shortened(10_000)

/**
 * Sweeps for work that dead processes left undone. Every replica sweeps, and leases its finds; unsettled ends and half
 * done submissions, which have no date of their own, are one replica's at a time. Every act is guarded, so two at once
 * do no harm.
 *
 * @param timesFaster for tests: the turns follow each other so many times as fast
 */
export function startSweeps(deps: LifecycleDeps, leases: SweepLeases, timesFaster = 1): AsyncDisposable {
  const { jobs, allowances, works, clock, log } = deps
  const stop = new AbortController()
  const owner = randomUUID()
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const ofOneReplica = async <Found>(sweep: string, found: Promise<Found[]>, limit: number) => {
    const all = await found
    const isOurs = all.length > 0 && (await leases.hold(sweep, owner, clock.now(), ago(-turnLeaseMs)))
    return isOurs ? { mine: all, more: all.length === limit } : { mine: [], more: false }
  }
  const leased = async <Found>(due: Promise<{ found: number; leased: Found[] }>, limit: number) => {
    const { found, leased: mine } = await due
    return { mine, more: found === limit }
  }
  const start = <Found extends { _id: string }>(sweep: Sweep<Found>) =>
    startSweep({ ...sweep, everyMs: sweep.everyMs / timesFaster }, log, stop.signal)
  const sweepers = [
    start({
      name: 'overdue',
      everyMs: 1_000,
      concurrency: 16,
      next: (limit, besides) => leased(jobs.leaseOverdue(clock.now(), limit, besides), limit),
      act: (job) => handleOverdue(deps, job),
    }),
    start({
      name: 'settle',
      everyMs: 1_000,
      concurrency: 8,
      next: (limit, besides) => ofOneReplica('settle', jobs.unsettled(ago(unsettledAfterMs), limit, besides), limit),
      act: (job) => settleAtOnce(deps, job),
    }),
    start({
      name: 'reconcile',
      everyMs: 2_000,
      concurrency: 16,
      next: (limit, besides) => leased(allowances.leaseDueForReconcile(clock.now(), limit, besides), limit),
      act: (allowance) => reconcileAs(deps, allowance),
    }),
    start({
      name: 'recount',
      everyMs: 2_000,
      concurrency: 2,
      next: (_limit, besides) =>
        leased(allowances.leaseDueForRecount(clock.now(), recountBatch, besides), recountBatch),
      act: ({ _id }) => recount(deps, _id),
    }),
    start({
      name: 'sum',
      everyMs: 5_000,
      concurrency: 2,
      next: (_limit, besides) => leased(allowances.leaseDueForSum(clock.now(), sumBatch, besides), sumBatch),
      act: ({ _id, sumAt }) => sumUsage(deps, _id, sumAt as Date),
    }),
    start({
      name: 'submitting',
      everyMs: 5_000,
      concurrency: 8,
      next: (limit, besides) =>
        ofOneReplica('submitting', jobs.submittingSince(ago(submittingAfterMs), limit, besides), limit),
      act: (job) => settleSubmitting(deps, job),
    }),
    start({
      name: 'deletions',
      everyMs: 1_000,
      concurrency: 8,
      next: (limit, besides) => leased(jobs.leaseDeletions(ago(deletedAfterMs), clock.now(), limit, besides), limit),
      act: (job) => publishDeletion(deps, job),
    }),
    start({
      name: 'lifetimes',
      everyMs: 5_000,
      concurrency: 8,
      next: (limit, besides) => leased(jobs.leaseExpired(clock.now(), limit, besides), limit),
      act: ({ userId, _id }) => deleteJob(deps, userId, _id),
    }),
    start({
      name: 'works',
      everyMs: 1_000,
      concurrency: 4,
      next: (limit, besides) => leased(works.leaseWorks(clock.now(), limit, besides), limit),
      act: (work) => advanceWork(deps, work),
    }),
    start({
      name: 'lifetimes of works',
      everyMs: 60_000,
      concurrency: 4,
      next: (limit, besides) => leased(works.leaseExpiredWorks(clock.now(), limit, besides), limit),
      act: ({ userId, _id }) => deleteWork(deps, userId, _id),
    }),
    start({
      name: 'forgotten jobs',
      everyMs: 60_000,
      concurrency: 8,
      next: (limit, besides) => leased(jobs.leaseForgettable(clock.now(), limit, besides), limit),
      act: (job) => forgetJob(deps, job),
    }),
  ]
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(sweepers.map((sweeper) => sweeper[Symbol.asyncDispose]()))
    },
  }
}

/** A submission that died half-way: with its call taken it goes on, without it is as if it had never been. */
export async function settleSubmitting(deps: LifecycleDeps, job: JobState): Promise<void> {
  const allowance = await deps.allowances.read(job.userId)
  for (const list of ['active', 'reserved'] as const) {
    const index = allowance?.[list].findIndex(({ id }) => id === job._id) ?? -1
    const member = allowance?.[list][index]
    if (!member) continue
    await accept(deps, job, member, list, index)
    return
  }
  await deps.jobs.removeSubmitting(job.userId, [job._id])
}
