import { conflict, notFound } from '@utter/http/problem'
import type { LifecycleDeps } from '../deps.ts'
import { isShown, type Share, type ShownJob } from '../domain/job/job.ts'
import { isLinked, type LinkedJob } from '../domain/job/linked-job.ts'
import { hashOfLink, isLinkSecret, newLinkSecret } from '../domain/link-secret.ts'

type Deps = Pick<LifecycleDeps, 'jobs' | 'clock'>

const jobNotFound = () => notFound('Job not found', 'job_not_found')

async function shownJob({ jobs }: Pick<Deps, 'jobs'>, userId: string, id: string): Promise<ShownJob> {
  const job = await jobs.read(userId, id)
  if (!job || !isShown(job)) throw jobNotFound()
  return job
}

/**
 * recipe 22: another link in place of the one before, which opens nothing from then on.
 * @param text whether its texts are shown with its sound
 * @returns the secret, of which a hash alone is kept
 * @throws Problem 404 for a job that is not shown, 409 for one without a sound
 */
export async function shareJob(
  { jobs, clock }: Deps,
  { userId, id, text }: { userId: string; id: string; text: boolean },
): Promise<{ secret: string; since: Date }> {
  const [secret, since] = [newLinkSecret(), clock.now()]
  const share: Share = { hash: hashOfLink(secret), since, text }
  const guard = { _id: id, userId, status: 'completed' as const, audio: { $exists: true } }
  if (await jobs.update(guard, { $set: { share } })) return { secret, since }
  await shownJob({ jobs }, userId, id)
  throw conflict('job_not_completed', 'Only a completed job with a sound can be shared')
}

/** recipe 22: its link opens nothing from then on. @throws Problem 404 for a job that is not shown */
export async function unshareJob({ jobs }: Pick<Deps, 'jobs'>, userId: string, id: string): Promise<void> {
  await shownJob({ jobs }, userId, id)
  await jobs.update({ _id: id, userId }, { $unset: { share: 1 } })
}

/**
 * The job of a link.
 * @throws Problem 404, the same for one that never was, that was taken back, and whose job is gone or whose account is suspended
 */
export async function jobOfLink(
  { jobs, allowances, clock }: Deps & Pick<LifecycleDeps, 'allowances'>,
  secret: string,
): Promise<LinkedJob> {
  const job = isLinkSecret(secret) ? await jobs.byShare(hashOfLink(secret)) : null
  if (!job || !isLinked(job, clock.now()) || (await allowances.isSuspended(job.userId)))
    throw notFound('This link opens nothing', 'share_not_found')
  return job
}
