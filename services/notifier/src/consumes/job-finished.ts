import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import { noteInSpan } from '@utter/telemetry/trace'
import { addDelivery } from '../deliveries/add-delivery.ts'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'
import { spokenBy } from '../domain/change.ts'

/** The last change of a job, to the streams of its account that this replica has open. */
export const jobFinished = ({ hub, audio, clock }: BroadcastDeps) =>
  on(
    JobFinished,
    async ({ jobId, sameAs, status, progress, error, completedAt, ...spoken }, { userId, version }) => {
      const streams = hub.publish({
        userId,
        jobId,
        version,
        at: new Date(completedAt),
        status,
        progress,
        ...(status === 'completed' && { audioUrl: audio.sign(sameAs ?? jobId, clock.now()) }),
        ...spokenBy(spoken),
        ...(error !== undefined && { error }),
      })
      // A note for all streams: a span for each would be thousands a job.
      if (streams > 0) noteInSpan('sent to streams', { 'utter.streams': streams })
    },
    { wants: ({ userId, key }) => hub.isFollowed(userId, key) },
  )

/** The end of a job, to its webhook or the account's. A job of a work is a part of it, and has no webhook of its own: `work-changed` has. */
export const jobFinishedToWebhook = (deps: ConsumeDeps) =>
  on(JobFinished, async ({ jobId, status: outcome, webhookUrl, completedAt, workId }, { userId }) => {
    if (workId !== undefined) return
    await addDelivery(deps, userId, { jobId, outcome }, { at: new Date(completedAt), ownUrl: webhookUrl })
  })
