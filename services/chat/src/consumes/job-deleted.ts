import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { mayRemember } from '../store/conversations.ts'

/** The reply of the job goes, from its claim and from the conversation that remembers it. */
export const jobDeleted = ({ claims, conversations, clock }: ConsumeDeps) =>
  on(JobDeleted, async ({ jobId, endedAt }, { userId }) => {
    const now = clock.now()
    await claims.replaceResult({ userId, jobId, stage: 'chat' }, now)
    // Most jobs go at the end of a lifetime of a month or more.
    if (endedAt === undefined || mayRemember(new Date(endedAt), now)) await conversations.removeTurn(userId, jobId)
  })
