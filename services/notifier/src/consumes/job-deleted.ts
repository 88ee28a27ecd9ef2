import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'

/**
 * Ends this replica's streams of the job, which a client cannot open again, and notifies those of its account, once.
 */
export const jobDeleted = ({ streams, hub }: Pick<BroadcastDeps, 'streams' | 'hub'>) =>
  on(
    JobDeleted,
    async ({ jobId }, { userId }) => {
      streams.endOf(userId, jobId)
      streams.notify(userId, jobId, 'job-deleted', { jobId })
    },
    { wants: ({ userId, key }) => hub.isFollowed(userId, key) },
  )

/** Removes the job's data from its delivery. A delivery that is inserted after this finds no job to send. */
export const jobDeletedToWebhook = ({ deliveries }: Pick<ConsumeDeps, 'deliveries'>) =>
  on(JobDeleted, async ({ jobId }, { userId }) => deliveries.forget(userId, { jobId }))
