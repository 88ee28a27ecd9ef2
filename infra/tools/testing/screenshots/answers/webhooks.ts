import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { webhookViews } from '@utter/web/test/answers/webhooks'
import { creator } from './account.ts'
import { type Answers, busy } from './api.ts'
import { instant, jobs, viewOf } from './jobs.ts'

const minute = 60
const { url, working, failing, disabled, attempt, delivery, deliveriesOf, detailOf } = webhookViews(
  instant(12 * minute),
)
const [, , , finished] = jobs
const finishedId = finished?.id ?? ''
const delivered = delivery(finishedId, {
  status: 'delivered',
  attempted: 1,
  attempts: [{ ...attempt, status: 200, error: null }],
})

const { user } = creator['/api/auth/me'] as { user: object }
const withWebhook = (settings: object, deliveries: object[]): Answers => ({
  ...creator,
  '/api/auth/me': { user: { ...user, webhookUrl: url } },
  '/api/settings/webhook': settings,
  '/api/webhooks/deliveries': deliveries,
})

/** A customer's webhook that works, one that fails, and one that was disabled. */
export const workingWebhook = {
  ...withWebhook(working, [delivered]),
  [`/api/webhooks/deliveries/${delivered.id}`]: detailOf(delivered),
}
export const failingWebhook = withWebhook(failing, deliveriesOf(finishedId))
export const disabledWebhook = withWebhook(disabled, deliveriesOf(finishedId))

const view = finished && viewOf(finished)
const endedAt = view?.completedAt ?? instant(0)
const after = (ms: number) => new Date(Date.parse(endedAt) + ms).toISOString()
const detailed: Partial<JobView> = {
  ...{ voiceId: 'vc_aria7K2d', fallback: 'same_language', voiceUsed: 'vc_tomas3Xq', provider: 'piper' },
  ...{ seed: 7, check: 'words', checked: 'words' },
  tags: ['bedtime', 'episode 12'],
  retryOf: jobs.at(-1)?.id,
  batchId: '5b0c7e2a-41d9-4f0e-8a76-c3d2e9f1a684',
  webhookAttempts: 3,
  trace: [...(view?.trace ?? []), { stage: 'delivery', startedAt: after(200), tries: 3 }],
}

/** A job of a batch with tags, that repeats another one, was spoken by another voice than its own, and whose webhook has not arrived yet. */
export const detailedJob: Answers = {
  ...busy,
  [`/api/jobs/${finishedId}`]: { ...view, ...detailed },
  '/api/webhooks/deliveries': [
    delivery(finishedId, { status: 'pending', attempted: 3, nextAttemptAt: after(30 * minute * 1_000) }),
  ],
}
