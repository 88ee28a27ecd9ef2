import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import type { Member } from '../../domain/allowance/allowance.ts'
import { activeFields } from '../../domain/job/active-fields.ts'
import { isShown, type Job, type JobState, type ShownJob } from '../../domain/job/job.ts'
import { laneOf } from '../../domain/job/lane.ts'
import type { JobUpdate } from '../../store/jobs.ts'
import { dispatch, release } from '../end/settle.ts'

/** The update that accepts a job whose call was taken. @param index among the account's active jobs */
function acceptance(
  job: Pick<JobState, 'progress' | 'lane' | 'expectedMs'>,
  { period, month }: Member,
  where: 'active' | 'reserved',
  index: number,
  now: Date,
): JobUpdate {
  return {
    $set: {
      status: 'pending',
      call: { period, ...(month && { month }), owed: true },
      version: 1,
      ...(job.expectedMs !== undefined && { expectedMs: job.expectedMs }),
      unpublishedSince: now,
      updatedAt: now,
      ...(where === 'active'
        ? { ...activeFields(now, laneOf(job, index)), activeAtOnce: true as const }
        : { queue: 'waiting' }),
    },
    $push: { timeline: { at: now, step: 'submitted', status: 'pending', progress: job.progress } },
  }
}

/** recipe 3: the job whose call was taken becomes `pending`. @returns the job, or null when it is gone */
export async function accept(
  deps: LifecycleDeps,
  submitting: JobState,
  member: Member,
  where: 'active' | 'reserved',
  index: number,
): Promise<Job | null> {
  const { jobs, allowances, clock } = deps
  const { _id, userId } = submitting
  const accepted = await jobs.update(
    { _id, userId, status: 'submitting' },
    acceptance(submitting, member, where, index, clock.now()),
  )
  failpoint('accepted')
  const job = accepted ?? (await jobs.read(userId, _id))
  if (!job) {
    await release(deps, userId, member)
    return null
  }
  if (accepted) deps.relay.soon(accepted)
  if (where === 'active') deps.estimates.accepted(job)
  if (where === 'reserved') {
    await allowances.pullReserved(userId, [_id])
    await dispatch(deps, userId)
    return (await jobs.read(userId, _id)) ?? job
  }
  return isShown(job) ? job : null
}

/** recipe 14: all jobs of a batch become `pending`, in one write. @returns them as they are then, those that are gone left out */
export async function acceptAll(deps: LifecycleDeps, submitting: Job[], members: Member[]): Promise<ShownJob[]> {
  const { jobs, allowances, clock } = deps
  const [first] = submitting
  if (!first) return []
  const { userId } = first
  const now = clock.now()
  const memberOf = new Map(members.map((member) => [member.id, member]))
  await jobs.updateSubmitting(
    submitting.flatMap((job) => {
      const member = memberOf.get(job._id)
      return member ? [{ _id: job._id, userId, update: acceptance(job, member, 'reserved', 0, now) }] : []
    }),
  )
  failpoint('batch-accepted')
  const ids = submitting.map(({ _id }) => _id)
  const accepted = (await jobs.readAll(userId, ids)).filter(isShown)
  for (const job of accepted) if (job.unpublishedSince) deps.relay.soon(job)
  const there = new Set(accepted.map(({ _id }) => _id))
  for (const member of members) if (!there.has(member.id)) await release(deps, userId, member)
  await allowances.pullReserved(userId, ids)
  await dispatch(deps, userId)
  return (await jobs.readAll(userId, ids)).filter(isShown)
}
