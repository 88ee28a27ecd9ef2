import * as z from 'zod/mini'
import { Id, Instant, JobId } from '../ids.ts'
import { Checked, VoiceInstead } from '../jobs.ts'
import { DisabledReason } from './disabled-reason.ts'
import { sentBody } from './fields.ts'
import { MetadataView } from './jobs/metadata.ts'
import { accountWebhookTypes } from './notices/notice.ts'
import { AccountWebhookEvent } from './notices/views.ts'
import { WebhookUrl } from './webhook-url.ts'
import { WorkWebhookEvent, workWebhookTypes } from './works/webhook-event.ts'

/** `PUT /api/settings/webhook`. Null takes the webhook away; the same address again enables one that was disabled. */
export const SetWebhook = sentBody({ webhookUrl: z.nullable(WebhookUrl) })

/** The answer to `PUT /api/settings/webhook`. `secret`: as it was made by this request, and in no answer after it. */
export const SavedWebhook = z.object({ webhookUrl: z.nullable(z.string()), secret: z.optional(z.string()) })
export type SavedWebhook = z.infer<typeof SavedWebhook>

/** `POST /api/settings/webhook/test`. `status` null: the receiver did not answer, for the reason in `error`. */
export const WebhookTested = z.object({
  status: z.nullable(z.int()),
  ms: z.int(),
  error: z.optional(z.string()),
})
export type WebhookTested = z.infer<typeof WebhookTested>

/** `GET /api/settings/webhook`. Null wherever there is nothing to show. */
export const WebhookSettings = z.object({
  webhookUrl: z.nullable(z.string()),
  /** The last four characters of the secret that signs now. */
  secretEnd: z.nullable(z.string()),
  /** Until when the newest of the secrets before it signs along. */
  oldSecretUntil: z.nullable(Instant),
  lastDeliveredAt: z.nullable(Instant),
  /** The first of the tries that have failed since the last delivery, and what became of the latest. */
  failingSince: z.nullable(Instant),
  lastError: z.nullable(z.string()),
  disabledAt: z.nullable(Instant),
  disabledReason: z.nullable(DisabledReason),
  /** The last test of this address. Absent before the first, and from a server of an earlier version. */
  lastTest: z.optional(z.object({ at: Instant, ...WebhookTested.shape })),
})
export type WebhookSettings = z.infer<typeof WebhookSettings>

/** `POST /api/settings/webhook/secret`: the new secret, in this answer alone; the one before signs along for 24 h. */
export const WebhookSecret = z.object({ secret: z.string() })

const jobWebhookTypes = ['job.completed', 'job.failed'] as const

/** The message to a receiver about the end of a job (Standard Webhooks). `timestamp`: when it happened, however late the delivery is. */
export const WebhookEvent = z.object({
  type: z.enum(jobWebhookTypes),
  timestamp: Instant,
  data: z.object({
    jobId: JobId,
    requestId: z.string(),
    sessionId: z.string(),
    status: z.enum(['completed', 'failed']),
    /** Absolute, and good for at least a day. */
    audioUrl: z.optional(z.string()),
    durationMs: z.optional(z.int()),
    pcmHash: z.optional(z.string()),
    voiceUsed: z.optional(z.string()),
    provider: z.optional(z.string()),
    voicesInstead: z.optional(z.array(VoiceInstead)),
    checked: z.optional(Checked),
    reply: z.optional(z.string()),
    error: z.optional(z.string()),
    code: z.optional(z.string()),
    cached: z.boolean(),
    metadata: z.optional(MetadataView),
    tags: z.optional(z.array(z.string())),
    createdAt: Instant,
    completedAt: Instant,
  }),
})
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** The message that `POST /api/settings/webhook/test` sends, signed like every other. */
export const WebhookTestEvent = z.object({
  type: z.literal('webhook.test'),
  timestamp: Instant,
  data: z.object({ message: z.string() }),
})
export type WebhookTestEvent = z.infer<typeof WebhookTestEvent>

/** Every message that a receiver can be sent, distinguished by its `type`. */
export const WebhookMessage = z.discriminatedUnion('type', [
  WebhookEvent,
  WorkWebhookEvent,
  AccountWebhookEvent,
  WebhookTestEvent,
])
export type WebhookMessage = z.infer<typeof WebhookMessage>

/**
 * `pending`: it is tried, now or at `nextAttemptAt`. `failed`: all tries did, or the receiver answered 410. `stopped`: it is tried no more,
 * for the `reason`.
 */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'stopped'] as const
export const DeliveryStatus = z.enum(deliveryStatuses)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** `plan`: the account has no plan with webhooks. `disabled`, `removed`: the account's webhook was. `job_deleted`, `work_deleted`, `expired`: there is nothing to send. */
export const stopReasons = ['plan', 'disabled', 'removed', 'job_deleted', 'work_deleted', 'expired'] as const
export const StopReason = z.enum(stopReasons)
export type StopReason = z.infer<typeof StopReason>

/** A try of a delivery. `status` null: there was no answer, for the reason in `error`. */
export const WebhookAttempt = z.object({
  at: Instant,
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  ms: z.int(),
  /** The first 1,024 bytes of the answer's body. */
  answer: z.string(),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

export const DeliveryView = z.object({
  /** The `webhook-id` of every try. */
  id: z.string(),
  /** Absent: it is about a work, or the account itself. */
  jobId: z.optional(JobId),
  /** The work, and its chapter, that it is about; absent: a job, or the work as a whole. */
  workId: z.optional(Id),
  chapterId: z.optional(Id),
  type: z.enum([...jobWebhookTypes, ...workWebhookTypes, ...accountWebhookTypes]),
  /** Where it was sent last, or will be. */
  url: z.nullable(z.string()),
  status: DeliveryStatus,
  reason: z.nullable(StopReason),
  createdAt: Instant,
  nextAttemptAt: z.nullable(Instant),
  /** How many tries there were; `attempts` has the last twenty, oldest first. */
  attempted: z.int(),
  attempts: z.array(WebhookAttempt),
})
export type DeliveryView = z.infer<typeof DeliveryView>
export const DeliveryViews = z.array(DeliveryView)

/** `GET /api/webhooks/deliveries/:id`. */
export const DeliveryDetail = z.object({
  ...DeliveryView.shape,
  /**
   * The body of a try, JSON as it is signed: the one of every try while it is pending, else as a try would have it now. Null: there is nothing left
   * to tell of.
   */
  message: z.nullable(z.string()),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export const DeliveryPath = z.object({ id: z.string() })

/** `POST /api/webhooks/recover`: everything since then that was not delivered is tried again. */
export const RecoverWebhooks = sentBody({
  since: z
    .string('since must be a time such as 2026-03-20T12:00:00Z')
    .check(z.iso.datetime({ offset: true, error: 'since must be a time such as 2026-03-20T12:00:00Z' })),
})
/** How many are tried again; 10,000 at most, the oldest: then the request may be repeated for the others. */
export const RecoveredWebhooks = z.object({ deliveries: z.int() })
