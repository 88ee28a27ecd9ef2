import { maxChangedJobs } from '@utter/contracts/http/internal/jobs/get-changed-jobs'
import type { JobsClient } from '../clients/jobs.ts'
import { type Change, changesAbove } from '../domain/change.ts'
import { overlapMs } from './compare-with-jobs.ts'

/** The longest gap that is filled; past it reading the lists again is quicker. */
const maxGapMs = 10 * 60_000

/**
 * The changes that a client missed before it reconnected: those since its last event, from a little earlier on, oldest
 * first. `reset` where they cannot all be sent: the gap is too long, too many jobs changed in it, or the id is not
 * ours.
 * @throws Problem 503 while jobs is unavailable
 */
export async function missedChanges(
  jobs: Pick<JobsClient, 'changedSince'>,
  userId: string,
  lastEventId: string | string[] | undefined,
  now: Date,
): Promise<Change[] | 'reset'> {
  if (lastEventId === undefined || lastEventId === '') return []
  const time = typeof lastEventId === 'string' ? Number(/^(\d{13})-/.exec(lastEventId)?.[1]) : Number.NaN
  if (Number.isNaN(time) || now.getTime() - time > maxGapMs) return 'reset'
  const since = new Date(time - overlapMs)
  const missed = await jobs.changedSince(userId, since)
  if (missed.length > maxChangedJobs) return 'reset'
  return missed
    .flatMap((job) => changesAbove(userId, job, 0))
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
}
