import type { Publish } from '@utter/messaging/open'
import { openRelay } from '@utter/messaging/publish/outbox'
import { webhookTargetsOf } from '@utter/runtime/webhook-targets'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import type { Connection } from 'mongoose'
import type { Config } from '../config.ts'
import type { DeliverDeps } from '../deps.ts'
import { isOfJob } from '../domain/delivery.ts'
import { createSealedSecrets } from '../domain/sealed-secrets.ts'
import { webhookNotices } from '../publishes/notice-made.ts'
import { webhookAttempted } from '../publishes/webhook-attempted.ts'
import { webhookState } from '../publishes/webhook-state.ts'
import { openDeliveries } from '../store/deliveries.ts'
import { openEndpoints } from '../store/endpoints.ts'
import type { MailChoiceStore } from '../store/mail-choices.ts'
import type { NoticeStore } from '../store/notices.ts'
import { Dispatcher } from './dispatcher.ts'
import { eraseAccount } from './erase-account.ts'
import { resolveByDns, resolveBySystem } from './public-lookup.ts'
import { createSend } from './send.ts'
import { startSweeps } from './sweeps.ts'

type Opened = Pick<DeliverDeps, 'jobs' | 'plans' | 'clock' | 'log'> & {
  connection: Connection
  publish: Publish
  notices: NoticeStore
  choices: MailChoiceStore
}
type Settings = Pick<
  Config,
  'NODE_ENV' | 'PUBLIC_URL' | 'WEBHOOK_ALLOW_PRIVATE' | 'WEBHOOK_ALLOW_PLAIN' | 'WEBHOOK_SECRETS_KEY'
>

/** Everything that webhooks are made of: their stores and outboxes, and the loops that try, measure, erase and remove them. */
export async function openWebhooks(
  env: Settings,
  { connection, publish, jobs, plans, notices, choices, clock, log }: Opened,
) {
  const [endpoints, deliveries, deleted, leases] = await Promise.all([
    openEndpoints(connection),
    openDeliveries(connection),
    openDeletedAccounts(connection),
    openSweepLeases(connection),
  ])
  const resources = new AsyncDisposableStack()
  const endpointRelay = resources.use(
    openRelay(
      { ...endpoints.outbox, eventsFor: (endpoint) => [webhookState(endpoint), ...webhookNotices(endpoint)] },
      publish,
      log,
      { clock },
    ),
  )
  const deliveryRelay = resources.use(
    openRelay(
      { ...deliveries.outbox, eventsFor: (delivery) => (isOfJob(delivery) ? [webhookAttempted(delivery)] : []) },
      publish,
      log,
      { clock },
    ),
  )
  const sealed = createSealedSecrets(env.WEBHOOK_SECRETS_KEY)
  const erase = (userId: string) => eraseAccount({ endpoints, deliveries, notices, choices, publish }, userId)
  const erasure = resources.use(openErasure({ deleted, erase, clock, log }))
  resources.use(startSweeps({ deliveries, endpoints, sealed, leases, clock, log }))
  const targets = webhookTargetsOf(env)
  const resolve = targets.allowPrivate ? resolveBySystem : resolveByDns()
  const send = createSend({ resolve, allowPrivate: targets.allowPrivate })
  const publicUrl = env.PUBLIC_URL
  const relays = { endpointRelay, deliveryRelay }
  const deps = { endpoints, deliveries, sealed, ...relays, jobs, notices, send, plans, publicUrl, clock, log }
  const dispatcher = resources.use(new Dispatcher(deps))
  return {
    ...deps,
    erasure,
    dispatcher,
    webhookTargets: targets,
    resolve,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
