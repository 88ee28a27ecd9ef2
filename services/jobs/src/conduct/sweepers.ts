import { every } from '@utter/runtime/every'
import type { ConductDeps } from '../deps.ts'
import type { Job } from '../domain/job.ts'
import { accept } from './accept.ts'
import { handleOverdue } from './overdue.ts'
import { settle } from './places.ts'
import { reconcile } from './reconcile.ts'
import { recount } from './recount.ts'

const batch = 100
const unsettledAfterMs = 5_000
const admittingAfterMs = 30_000
const day = 24 * 3_600_000

/** What dead processes left undone, found again by every replica; every act is guarded, so two at once do no harm. */
export function startSweepers(deps: ConductDeps): AsyncDisposable {
  const { jobs, allowances, clock, log } = deps
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const sweepers = [
    every(1_000, 'overdue', log, async () => {
      for (const job of await jobs.overdue(clock.now(), batch)) await handleOverdue(deps, job)
    }),
    every(1_000, 'settle', log, async () => {
      for (const job of await jobs.unsettled(ago(unsettledAfterMs), batch)) await settle(deps, job)
    }),
    every(2_000, 'look', log, async () => {
      for (const { _id } of await allowances.toLookAt(clock.now(), batch)) await reconcile(deps, _id)
    }),
    every(2_000, 'recount', log, async () => {
      for (const { _id } of await allowances.toRecount(clock.now(), batch)) await recount(deps, _id)
    }),
    every(5_000, 'admitting', log, async () => {
      for (const job of await jobs.admittingSince(ago(admittingAfterMs), batch)) await settleAdmitting(deps, job)
    }),
    every(day, 'nightly recount', log, async () => {
      for await (const { _id } of allowances.all()) await recount(deps, _id)
    }),
  ]
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(sweepers.map((sweeper) => sweeper[Symbol.asyncDispose]()))
    },
  }
}

/** A submission that died half-way: with its call taken it goes on, without it is as if it had never been. */
export async function settleAdmitting(deps: ConductDeps, job: Job): Promise<void> {
  const allowance = await deps.allowances.read(job.userId)
  for (const list of ['places', 'open'] as const) {
    const index = allowance?.[list].findIndex(({ id }) => id === job._id) ?? -1
    const member = allowance?.[list][index]
    if (!member) continue
    await accept(deps, job, member.period, list, index)
    return
  }
  await deps.jobs.removeAdmitting(job.userId, job._id)
}
