import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../../deps.ts'
import { hasEnded, isShown, type ShownJob } from '../../domain/job/job.ts'

const [firstPauseMs, maxPauseMs] = [50, 250]

/**
 * Polls the job with growing pauses until it has ended, the time is over, the caller waits no more, or the process stops.
 * @param onRead is told of the job each time
 */
export async function untilEnded(
  { jobs, stopping }: Pick<Deps, 'jobs' | 'stopping'>,
  job: ShownJob,
  seconds: number,
  waitsNoMore: () => boolean,
  onRead?: (job: ShownJob) => void,
): Promise<ShownJob> {
  const untilMs = performance.now() + seconds * 1_000
  const leftMs = () => untilMs - performance.now()
  let present = job
  let pauseMs = firstPauseMs
  while (!hasEnded(present) && leftMs() > 0 && !waitsNoMore() && !stopping.aborted) {
    await pause(Math.min(pauseMs, leftMs()), undefined, { signal: stopping }).catch(() => {})
    const read = await jobs.read(job.userId, job._id)
    if (read && isShown(read)) present = read
    onRead?.(present)
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)
  }
  return present
}
