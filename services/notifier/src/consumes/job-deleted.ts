import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'

/** The streams of the job on this replica end, which a client cannot open again; those of its account are told, once. */
export const jobDeleted = ({ streams }: Pick<BroadcastDeps, 'streams'>) =>
  on(JobDeleted, async ({ jobId }, { userId }) => {
    streams.endOf(userId, jobId)
    streams.notify(userId, jobId, 'job-deleted', { jobId })
  })

/** What the job has left in its delivery goes. One that is inserted after this finds no job to send. */
export const jobDeletedToWebhook = ({ deliveries }: Pick<ConsumeDeps, 'deliveries'>) =>
  on(JobDeleted, async ({ jobId }, { userId }) => deliveries.forget(userId, jobId))
