import { WorkDeleted } from '@utter/contracts/events/works/work-deleted'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'

/** Ends this replica's streams of the work, which a client cannot open again, and notifies those of its account, once. */
export const workDeleted = ({ streams, hub }: Pick<BroadcastDeps, 'streams' | 'hub'>) =>
  on(
    WorkDeleted,
    async ({ workId }, { userId }) => {
      streams.endOf(userId, workId)
      streams.notify(userId, workId, 'work-deleted', { workId })
    },
    { wants: ({ userId, key }) => key === userId && hub.areWorksFollowed(userId) },
  )

/** Removes the work's data from its deliveries, which end. A delivery that is inserted after this finds no work to send. */
export const workDeletedToWebhook = ({ deliveries }: Pick<ConsumeDeps, 'deliveries'>) =>
  on(WorkDeleted, async ({ workId }, { userId }) => deliveries.forget(userId, { workId }))
