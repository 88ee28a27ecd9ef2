import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** The last change of a job, to the streams of its account that this replica has open. */
export const jobFinished = ({ hub, audio, clock }: ConsumeDeps) =>
  on(JobFinished, async ({ jobId, status, progress, error, completedAt }, { userId, version }) => {
    hub.publish({
      userId,
      jobId,
      version,
      at: new Date(completedAt),
      status,
      progress,
      ...(status === 'completed' && { audioUrl: audio.sign(jobId, clock.now()) }),
      ...(error !== undefined && { error }),
    })
  })
