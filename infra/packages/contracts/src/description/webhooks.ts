import { WebhookDisabledEvent } from '../http/jobs/job-views.ts'
import {
  DeliveryDetail,
  DeliveryView,
  RecoveredWebhooks,
  RecoverWebhooks,
  SavedWebhook,
  SetWebhook,
  WebhookAttempt,
  WebhookSecret,
  WebhookSettings,
  WebhookTested,
} from '../http/webhooks.ts'
import { describe, webAddress } from './describe.ts'

const secret = 'Signs by Standard Webhooks: `whsec_` and the key in base64. It is shown this once.'

const deliveryFields = {
  id: 'The `webhook-id` of every try.',
  jobId: 'The job that has ended; absent: it is about a work.',
  workId: 'The work that it is about.',
  chapterId: 'The chapter of it; absent: the work as a whole.',
  type: 'What happened.',
  url: 'Where it was sent last, or will be.',
  status:
    '`pending`: it is tried, now or at `nextAttemptAt`. `failed`: all tries have failed, or the receiver answered 410. `stopped`: it is tried no more.',
  reason:
    'Why it was stopped. `plan`: webhooks are not part of the plan. `disabled`, `removed`: the webhook of the account was. `job_deleted`, `work_deleted`: there is nothing to send.',
  createdAt: 'When it was made, a moment after what it tells.',
  nextAttemptAt: 'The next try; null where none is to come, or one is under way.',
  attempted: 'How many tries there were.',
  attempts: 'The last twenty of them, oldest first.',
}

export const webhookDescriptions = [
  describe(SetWebhook, 'SetWebhook', 'The webhook of the account, or none.', {
    webhookUrl: {
      description: 'A public http or https address of at most 500 characters; null takes the webhook away.',
      ...webAddress,
    },
  }),
  describe(SavedWebhook, 'SavedWebhook', 'The webhook as it was saved.', {
    webhookUrl: 'The address; null for none.',
    secret: `Only where this request made it. ${secret}`,
  }),
  describe(WebhookSettings, 'WebhookSettings', 'The webhook of the account, and how it does.', {
    webhookUrl: 'The address; null for none.',
    secretEnd: 'The last four characters of the secret; null before there is one.',
    oldSecretUntil: 'Until when a secret that was replaced signs along; null for none.',
    lastDeliveredAt: 'The last delivery, to the minute; null before the first.',
    failingSince: 'The first of the tries that have failed since the last delivery; null while none has.',
    lastError: 'What became of the latest of them.',
    disabledAt: 'Since when nothing is sent to it; null while it is enabled.',
    disabledReason:
      '`gone`: the receiver answered 410. `failing`: nothing was delivered for five days, and tries failed on three of them.',
    lastTest: 'The last test of this address; absent before the first.',
  }),
  describe(WebhookSecret, 'WebhookSecret', 'A new secret.', { secret }),
  describe(WebhookTested, 'WebhookTested', 'What came of a test.', {
    status: 'What the receiver answered; null where no answer came.',
    ms: 'How long it took, in milliseconds.',
    error: 'Why it was no delivery.',
  }),
  describe(WebhookAttempt, 'WebhookAttempt', 'One try of a delivery.', {
    at: 'When it began.',
    status: 'What the receiver answered; null where no answer came.',
    error: 'Why it was no delivery; null for one that was.',
    ms: 'How long it took, in milliseconds.',
    answer: 'The first 1,024 bytes of the answer.',
  }),
  describe(DeliveryView, 'Delivery', 'The webhook of the end of one job, or of a change of a work.', deliveryFields),
  describe(DeliveryDetail, 'DeliveryDetail', 'A webhook with what it sends.', {
    ...deliveryFields,
    message:
      'The body of a try, JSON as it is signed. While the delivery is pending all tries have the same; afterwards as one would have it now. Null: what it tells of was deleted.',
  }),
  describe(RecoverWebhooks, 'RecoverWebhooks', 'From when on deliveries are tried again.', {
    since: 'A time such as `2026-03-20T12:00:00Z`: the first delivery that counts.',
  }),
  describe(RecoveredWebhooks, 'RecoveredWebhooks', 'What is tried again.', {
    deliveries: 'How many: 10,000 at most, then the request may be repeated.',
  }),
  describe(WebhookDisabledEvent, 'WebhookDisabledEvent', 'The webhook of the account is disabled.', {
    at: 'Since when.',
    reason:
      '`gone`: the receiver answered 410. `failing`: nothing was delivered for five days, and tries failed on three of them.',
  }),
]
