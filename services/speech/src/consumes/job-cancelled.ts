import { JobCancelled } from '@utter/contracts/events/job-cancelled'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The job is not spoken any more: its request, which may lie in Kafka still, is acked without a report. */
export const jobCancelled = ({ claims, clock }: ConsumeDeps) =>
  on(JobCancelled, ({ jobId }, { userId }) => claims.withdraw({ userId, jobId, stage: 'speech' }, clock.now()))
