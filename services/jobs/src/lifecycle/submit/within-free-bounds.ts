import { Problem } from '@utter/http/problem'
import type { LifecycleDeps } from '../../deps.ts'
import type { Job } from '../../domain/job/job.ts'

/**
 * recipe 2: what a free account's inserted jobs take of the day and the month comes before their call, and is given back where that is
 * certainly not taken. After a lost reply, or a crash, it stays counted until these end.
 */
export async function withinFreeBounds<T>(
  { freeBounds, jobs: store }: Pick<LifecycleDeps, 'freeBounds' | 'jobs'>,
  jobs: [Job, ...Job[]],
  { isFree, address = '' }: { isFree?: boolean; address?: string },
  take: () => Promise<T>,
): Promise<T> {
  if (!isFree) return take()
  const [{ userId }] = jobs
  const giveBack = await freeBounds.take(jobs, address).catch(async (error) => {
    await store.removeSubmitting(
      userId,
      jobs.map(({ _id }) => _id),
    )
    throw error
  })
  try {
    return await take()
  } catch (error) {
    if (error instanceof Problem) await giveBack()
    throw error
  }
}
