import { JobProgressed } from '@utter/contracts/events/job-progressed'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps } from '../deps.ts'

/** A change of a job, to the streams of its account that this replica has open. */
export const jobProgressed = ({ hub }: BroadcastDeps) =>
  on(
    JobProgressed,
    async ({ jobId, status, step, progress, at }, { userId, version, occurredAt }) => {
      hub.publish({ userId, jobId, version, at: new Date(at ?? occurredAt), step, status, progress })
    },
    { wants: ({ userId, key }) => hub.isFollowed(userId, key) },
  )
