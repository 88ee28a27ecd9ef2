import { lanes } from '@utter/contracts/event'
import { rank, stages } from '@utter/contracts/jobs'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { LifecycleDeps } from '../deps.ts'
import type { Unbegun } from '../domain/estimates.ts'
import { notStartedMs } from '../domain/job/deadlines.ts'
import { measureUnbegun } from '../metrics.ts'

type Deps = Pick<LifecycleDeps, 'jobs' | 'estimates' | 'pickupDelay' | 'clock' | 'log'>

/** Sees each second how long the requests wait that nobody has begun: what is measured when one is begun comes too late. */
export const watchUnbegun = (deps: Deps) =>
  repeatEvery(1_000, 'requests that nobody has begun', deps.log, () => lookAtUnbegun(deps))

export async function lookAtUnbegun({ jobs, estimates, pickupDelay, clock }: Deps): Promise<void> {
  const now = clock.now()
  const oldest: Unbegun[] = []
  for (const lane of lanes) {
    const first = await jobs.firstUnbegun(lane)
    for (const stage of stages) {
      const dueAt = first.find((job) => stageOf(job) === stage)?.dueAt
      // It is due when it has waited for all of that time.
      const since = dueAt ? new Date(dueAt.getTime() - notStartedMs) : now
      if (dueAt) oldest.push({ stage, lane, since })
      measureUnbegun(stage, lane, now.getTime() - since.getTime())
    }
  }
  estimates.sawUnbegun(oldest, now)
  const ages = oldest.filter(({ lane }) => lane === 'fast').map(({ since }) => now.getTime() - since.getTime())
  pickupDelay.sawOldest(Math.max(0, ...ages))
}

const stageOf = (job: { rank: number }) => (job.rank < rank.replyWritten ? 'chat' : 'speech')
