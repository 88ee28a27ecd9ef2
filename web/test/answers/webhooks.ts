import type {
  DeliveryDetail,
  DeliveryView,
  WebhookAttempt,
  WebhookEvent,
  WebhookSettings,
} from '@utter/contracts/http/webhooks'

const minute = 60_000
const day = 24 * 60 * minute

/**
 * A webhook in each of its states, and a delivery of each outcome, for tests, whole screens and pictures alike.
 * @param at the moment of the last try
 */
export function webhookViews(at = '2026-01-01T10:00:00.000Z') {
  const after = (ms: number) => new Date(Date.parse(at) + ms).toISOString()
  const url = 'https://hooks.example.com/utter/production/voice-jobs-of-the-whole-company'
  const none: WebhookSettings = {
    webhookUrl: null,
    secretEnd: null,
    oldSecretUntil: null,
    lastDeliveredAt: null,
    failingSince: null,
    lastError: null,
    disabledAt: null,
    disabledReason: null,
  }
  const working: WebhookSettings = { ...none, webhookUrl: url, secretEnd: 'LaSw', lastDeliveredAt: after(-minute) }
  const lastError = 'The receiver answered 503'
  const lastTest = { at, status: 503, ms: 84, error: lastError }
  const failing: WebhookSettings = { ...working, oldSecretUntil: after(day / 2), failingSince: at, lastError, lastTest }
  const disabled: WebhookSettings = { ...failing, disabledAt: at, disabledReason: 'gone' }

  const refused: WebhookAttempt = {
    at: after(-minute),
    status: null,
    error: 'The connection was refused',
    ms: 3,
    answer: '',
  }
  const attempt: WebhookAttempt = { at, status: 503, error: lastError, ms: 84, answer: '' }
  const delivery = (jobId: string, over: Partial<DeliveryView> = {}): DeliveryView => ({
    id: 'msg_1',
    jobId,
    type: 'job.completed',
    url,
    status: 'failed',
    reason: null,
    createdAt: after(-minute),
    nextAttemptAt: null,
    attempted: 10,
    attempts: [refused, attempt],
    ...over,
  })
  /** Failed, pending, delivered, stopped. */
  const deliveriesOf = (jobId: string): DeliveryView[] => [
    delivery(jobId),
    delivery(jobId, { id: 'msg_2', status: 'pending', attempted: 2, nextAttemptAt: after(5 * minute) }),
    delivery(jobId, {
      id: 'msg_3',
      status: 'delivered',
      attempted: 1,
      attempts: [{ ...attempt, status: 200, error: null }],
    }),
    delivery(jobId, { id: 'msg_4', status: 'stopped', reason: 'plan', attempted: 0, attempts: [] }),
  ]
  /** A delivery of a job with its message. */
  const detailOf = (one: DeliveryView): DeliveryDetail => {
    const event: WebhookEvent = {
      type: 'job.completed',
      timestamp: one.createdAt,
      data: {
        ...{ jobId: one.jobId ?? '', requestId: 'order-1042', sessionId: 'shop', status: 'completed', cached: false },
        ...{
          audioUrl: `https://utter.example.com/audio/${one.jobId}.mp3?expires=1800000000&signature=m4`,
          durationMs: 5_480,
        },
        ...{ createdAt: after(-3 * minute), completedAt: one.createdAt },
      },
    }
    return { ...one, message: JSON.stringify(event) }
  }
  return { url, none, working, failing, disabled, attempt, delivery, deliveriesOf, detailOf }
}
