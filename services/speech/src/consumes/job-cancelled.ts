import { JobCancelled } from '@utter/contracts/events/job-cancelled'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** Withdraws the job's speech: its request, which may still be in Kafka, is acked without a report. */
export const jobCancelled = ({ claims, clock }: ConsumeDeps) =>
  on(JobCancelled, ({ jobId }, { userId }) => claims.withdraw({ userId, jobId, stage: 'speech' }, clock.now()))
