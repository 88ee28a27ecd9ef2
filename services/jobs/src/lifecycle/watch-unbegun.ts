import { lanes } from '@utter/contracts/event'
import { rank, stages } from '@utter/contracts/jobs'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { LifecycleDeps } from '../deps.ts'
import type { Unbegun } from '../domain/backlog.ts'
import { notStartedMs } from '../domain/job/deadlines.ts'
import { measureUnbegun } from '../metrics.ts'

type Deps = Pick<LifecycleDeps, 'jobs' | 'estimates' | 'pickupDelay' | 'clock' | 'log'>

/** Sees each second what waits for a worker, and for how long: what is measured when it is begun comes too late. */
export const watchUnbegun = (deps: Deps) =>
  repeatEvery(1_000, 'requests that nobody has begun', deps.log, () => lookAtUnbegun(deps))

export async function lookAtUnbegun({ jobs, estimates, pickupDelay, clock }: Deps): Promise<void> {
  const now = clock.now()
  const waiting: Unbegun[] = []
  let oldestFastMs = 0
  for (const lane of lanes) {
    const first = await jobs.firstUnbegun(lane)
    for (const stage of stages) {
      const found = first.filter((job) => stageOf(job) === stage)
      const dueAt = found[0]?.dueAt
      // It is due when it has waited for all of that time.
      const ageMs = dueAt ? Math.max(0, now.getTime() - dueAt.getTime() + notStartedMs) : 0
      if (found.length > 0)
        waiting.push({ stage, lane, ageMs, jobs: found.map(({ _id, userId }) => ({ _id, userId })) })
      if (lane === 'fast') oldestFastMs = Math.max(oldestFastMs, ageMs)
      measureUnbegun(stage, lane, ageMs)
    }
  }
  estimates.saw({ waiting, begun: await jobs.begun(now) }, now)
  pickupDelay.sawOldest(oldestFastMs)
}

const stageOf = (job: { rank: number }) => (job.rank < rank.replyWritten ? 'chat' : 'speech')
