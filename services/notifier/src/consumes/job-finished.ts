import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import { currentTrace, noteInSpan } from '@utter/telemetry/trace'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'
import { spokenBy } from '../domain/change.ts'
import { newDelivery } from '../domain/delivery.ts'

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

/** Older ends are not delivered: a new group begins with events of thirty days. */
const maxAgeMs = 5 * 24 * 3_600_000

/** The end of a job, to its webhook or the account's: one document, which is tried after the message is acked. */
export const jobFinishedToWebhook = ({ endpoints, deliveries, erasure, dispatcher, clock }: ConsumeDeps) =>
  on(JobFinished, async ({ jobId, status: outcome, webhookUrl, completedAt }, { userId }) => {
    const now = clock.now()
    const endedAt = new Date(completedAt)
    if (now.getTime() - endedAt.getTime() > maxAgeMs) return
    const isOwn = webhookUrl !== undefined
    const endpoint = isOwn ? null : await endpoints.read(userId)
    const url = webhookUrl ?? endpoint?.url
    // Jobs that ended before the account's webhook was set are not delivered to it.
    if (url === undefined || (endpoint?.urlSince && endedAt < endpoint.urlSince)) return
    if (await erasure.isDeleted(userId)) return
    const isDisabled = endpoint?.disabledAt !== undefined
    const delivery = newDelivery({ userId, jobId, outcome, url, isOwn, isDisabled, ...currentTrace() }, now)
    if (await deliveries.insert(delivery)) dispatcher.wake()
  })
