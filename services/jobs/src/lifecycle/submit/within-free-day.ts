import { Problem } from '@utter/http/problem'
import type { LifecycleDeps } from '../../deps.ts'
import type { Job } from '../../domain/job/job.ts'

/**
 * recipe 2: what a free account's inserted jobs take of the day comes before their call, and is given back where that is certainly not
 * taken. After a lost reply, or a crash, it stays counted until the day ends.
 */
export async function withinFreeDay<T>(
  { freeDay, jobs: store }: Pick<LifecycleDeps, 'freeDay' | 'jobs'>,
  jobs: [Job, ...Job[]],
  isFree: boolean | undefined,
  take: () => Promise<T>,
): Promise<T> {
  if (!isFree) return take()
  const [{ userId }] = jobs
  const giveBack = await freeDay.take(jobs).catch(async (error) => {
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
