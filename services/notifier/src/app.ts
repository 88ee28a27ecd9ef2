import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { servedRoute } from '@utter/http/served/served-route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { accountState, accountStateToWebhooks } from './consumes/account-state.ts'
import { billingState } from './consumes/billing-state.ts'
import { jobDeleted, jobDeletedToWebhook } from './consumes/job-deleted.ts'
import { jobFinished, jobFinishedToWebhook } from './consumes/job-finished.ts'
import { jobProgressed } from './consumes/job-progressed.ts'
import { noticeMade, noticeMadeToOwner } from './consumes/notice-made.ts'
import { replyProgressed } from './consumes/reply-progressed.ts'
import { webhookState } from './consumes/webhook-state.ts'
import { wordsProgressed } from './consumes/words-progressed.ts'
import { workChanged, workChangedToWebhook } from './consumes/work-changed.ts'
import { workDeleted, workDeletedToWebhook } from './consumes/work-deleted.ts'
import type { BroadcastDeps, Deps, NoticeDeps } from './deps.ts'
import { accountEvents } from './routes/account-events.ts'
import { getDelivery } from './routes/get-delivery.ts'
import { getMailSettings } from './routes/get-mail-settings.ts'
import { getWebhook } from './routes/get-webhook.ts'
import { jobEvents } from './routes/job-events.ts'
import { listDeliveries } from './routes/list-deliveries.ts'
import { listNotifications } from './routes/list-notifications.ts'
import { recoverDeliveries } from './routes/recover-deliveries.ts'
import { reportBounce } from './routes/report-bounce.ts'
import { resendDelivery } from './routes/resend-delivery.ts'
import { rotateWebhookSecret } from './routes/rotate-webhook-secret.ts'
import { seeNotifications } from './routes/see-notifications.ts'
import { setMailSettings } from './routes/set-mail-settings.ts'
import { setWebhook } from './routes/set-webhook.ts'
import { testWebhook } from './routes/test-webhook.ts'
import { unsubscribe } from './routes/unsubscribe.ts'
import { workEvents } from './routes/work-events.ts'

const streamRoutes = [jobEvents, workEvents, accountEvents]
const webhookRoutes = [getWebhook, setWebhook, rotateWebhookSecret, testWebhook]
const deliveryRoutes = [listDeliveries, getDelivery, resendDelivery, recoverDeliveries]
const noticeRoutes = [listNotifications, seeNotifications, getMailSettings, setMailSettings, unsubscribe, reportBounce]

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({
    log,
    maxInFlight: Number.POSITIVE_INFINITY,
    responseTimeoutMs: Number.POSITIVE_INFINITY,
  })
  addRoutes(
    app,
    [...streamRoutes, ...webhookRoutes, ...deliveryRoutes, ...noticeRoutes, openApiRoute, servedRoute],
    deps,
  )
  return app
}

type Broadcast = 'job-progressed' | 'reply-progressed' | 'words-progressed' | 'webhook-state'
type Both = 'job-finished' | 'job-deleted' | 'work-changed' | 'work-deleted' | 'account-state' | 'notice-made'

/** Consumed by every replica, each in a group of its own: what its open streams need. */
export const broadcasts = (deps: BroadcastDeps): Pick<ConsumersOf<'notifier'>, Broadcast | Both> => ({
  'job-progressed': jobProgressed(deps),
  'reply-progressed': replyProgressed(deps),
  'words-progressed': wordsProgressed(deps),
  'job-finished': jobFinished(deps),
  'job-deleted': jobDeleted(deps),
  'work-changed': workChanged(deps),
  'work-deleted': workDeleted(deps),
  'account-state': accountState(deps),
  'webhook-state': webhookState(deps),
  'notice-made': noticeMade(deps),
})

/** Consumed by one replica: what webhooks and mails need. */
export const consumers = (deps: NoticeDeps): Omit<ConsumersOf<'notifier'>, Broadcast> => ({
  'job-finished': jobFinishedToWebhook(deps),
  'job-deleted': jobDeletedToWebhook(deps),
  'work-changed': workChangedToWebhook(deps),
  'work-deleted': workDeletedToWebhook(deps),
  'billing-state': billingState(deps),
  'account-state': accountStateToWebhooks(deps),
  'notice-made': noticeMadeToOwner(deps),
})
