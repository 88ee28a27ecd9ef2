import { JobDeleted } from '@utter/contracts/events/job-deleted'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The reply of the job goes, from its claim and from the conversation that remembers it. */
export const jobDeleted = ({ claims, conversations, clock }: ConsumeDeps) =>
  on(JobDeleted, async ({ jobId }, { userId }) => {
    await claims.replaceResult({ userId, jobId, stage: 'chat' }, clock.now())
    await conversations.removeTurn(userId, jobId)
  })
