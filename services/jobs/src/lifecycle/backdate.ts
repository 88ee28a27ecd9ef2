import { unavailable } from '@utter/http/problem'
import type { LifecycleDeps } from '../deps.ts'
import { dayOf, sumDueAt } from '../domain/allowance/usage-days.ts'
import { backdated, recentOf } from '../domain/job/backdated.ts'

const maxTries = 5

type Deps = Pick<LifecycleDeps, 'jobs' | 'allowances' | 'clock'>
type Wanted = { id: string; createdAt: Date }

/**
 * Moves ended jobs into the past, for an account that is to look as if it had been used; then counts the totals of the
 * last hours from all of its jobs, which are at rest, so the next call repairs a crash in between.
 * @returns how many were moved; jobs that have not ended, are another account's, or are as old already are not
 * @throws Problem 503 while a job of the account has not come to rest
 */
export async function backdate({ jobs, allowances, clock }: Deps, userId: string, wanted: Wanted[]): Promise<number> {
  const allowance = await allowances.read(userId)
  if (!allowance) return 0
  const ended = await jobs.ended(userId)
  const underWay = allowance.active.length + allowance.reserved.length
  if (underWay > 0 || ended.some(({ unsettled }) => unsettled))
    throw unavailable('A job of this account is still under way, try again in a moment', 2)

  let moved = 0
  for (const { id, createdAt } of wanted) {
    const job = await jobs.read(userId, id)
    const dates = job && ended.some(({ _id }) => _id === id) ? backdated(job, createdAt) : undefined
    if (job && dates && (await jobs.update({ _id: id, userId, version: job.version }, { $set: dates }))) moved++
  }
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const present = await allowances.read(userId)
    if (!present) break
    const there = await jobs.ended(userId)
    const recent = recentOf(there, clock.now())
    const days = there.flatMap(({ completedAt }) => (completedAt ? [dayOf(completedAt)] : []))
    // Usage by day begins again with the first of them.
    const first = days.toSorted((a, b) => a.getTime() - b.getTime())[0]
    const usage = first && { $min: { unsummedFrom: first, sumAt: sumDueAt(first) } }
    if (await allowances.change({ _id: userId, rev: present.rev }, { $set: { recent }, ...usage })) return moved
  }
  throw unavailable()
}
