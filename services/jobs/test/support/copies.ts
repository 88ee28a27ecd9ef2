import { randomUUID } from 'node:crypto'
import type { Job } from '../../src/domain/job/job.ts'
import type { Lifecycle } from './open-lifecycle.ts'

/** A job that plays the audio of another, as it is stored: completed at once, without a call, unless another status is given. */
export async function aCopy(lifecycle: Lifecycle, of: Job, status: Job['status'] = 'completed'): Promise<Job> {
  const at = lifecycle.now()
  const copy: Job = {
    ...lifecycle.draft(of.userId),
    _id: randomUUID(),
    status,
    rank: 5,
    progress: 100,
    version: 1,
    timeline: [{ at, step: 'completed', status: 'completed', progress: 100 }],
    cached: true,
    sameAs: of._id,
    completedAt: at,
    ...(of.audio && { audio: of.audio }),
  }
  await lifecycle.deps.jobs.insert(copy)
  return copy
}
