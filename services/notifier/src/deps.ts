import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { Publish } from '@utter/messaging/open'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { WebhookTargets } from '@utter/runtime/webhook-targets'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import type { Erasure } from '@utter/storage/erasure'
import type { KeyedHash } from '@utter/storage/keyed-hash'
import type { ServedFigures } from '@utter/storage/served/served-figures'
import type { Log } from '@utter/telemetry/log'
import type { AccountClient } from './clients/account.ts'
import type { JobsClient } from './clients/jobs.ts'
import type { Resolve } from './deliveries/public-lookup.ts'
import type { Send } from './deliveries/send.ts'
import type { JobDelivery } from './domain/delivery.ts'
import type { Endpoint } from './domain/endpoint.ts'
import type { SealedSecrets } from './domain/sealed-secrets.ts'
import type { Mailer } from './mails/mailer.ts'
import type { DeliveryStore } from './store/deliveries.ts'
import type { EndpointStore } from './store/endpoints.ts'
import type { MailChoiceStore } from './store/mail-choices.ts'
import type { NoticeStore } from './store/notices.ts'
import type { Hub } from './streams/hub.ts'
import type { StreamLimit } from './streams/stream-limit.ts'
import type { StreamRegistry } from './streams/stream-registry.ts'

/** Dependencies of what every replica consumes, for its open streams. */
export type BroadcastDeps = { hub: Hub; streams: StreamRegistry; audio: AudioAddresses; clock: Clock }

/** Dependencies of a webhook's tries: the documents, a way to send, a way to publish what changed. */
export type DeliverDeps = {
  endpoints: EndpointStore
  deliveries: DeliveryStore
  sealed: SealedSecrets
  /** Publishes an account's webhook, and a delivery's tries. */
  endpointRelay: Pick<Relay<Endpoint>, 'soon'>
  deliveryRelay: Pick<Relay<JobDelivery>, 'soon'>
  jobs: Pick<JobsClient, 'job' | 'work'>
  notices: Pick<NoticeStore, 'read'>
  send: Send
  /** Which of them have webhooks. */
  plans: Plan[]
  /** Begins the addresses that webhooks hold. */
  publicUrl: string
  clock: Clock
  log: Log
}
/** Dependencies of what one replica consumes, for the webhooks. */
export type ConsumeDeps = Pick<DeliverDeps, 'endpoints' | 'deliveries' | 'plans' | 'clock'> & {
  erasure: Pick<Erasure, 'erase' | 'isDeleted'>
  /** Woken when something is due: it is found at once, and not by the next turn. */
  dispatcher: { wake(): void }
}
/** Dependencies of a mail, from the notice that it is about to the server that takes it. */
export type MailDeps = {
  notices: NoticeStore
  choices: MailChoiceStore
  account: Pick<AccountClient, 'mailRecipient'>
  mailer: Mailer
  /** Signs the links that unsubscribe. */
  hash: KeyedHash
  publicUrl: string
  clock: Clock
  log: Log
}
/** Dependencies of what one replica consumes, for the notices. */
export type NoticeDeps = ConsumeDeps &
  Pick<MailDeps, 'notices' | 'choices'> & {
    /** Woken when a mail is due. */ sender: { wake(): void }
    isMailing: boolean
  }
export type EraseDeps = Pick<DeliverDeps, 'endpoints' | 'deliveries'> & {
  notices: Pick<NoticeStore, 'removeOf'>
  choices: Pick<MailChoiceStore, 'remove'>
  publish: Publish
}
export type Deps = BroadcastDeps &
  Omit<DeliverDeps, 'notices'> &
  Pick<MailDeps, 'notices' | 'choices' | 'hash'> & {
    isMailing: boolean
    jobs: JobsClient
    streamLimit: StreamLimit
    guard: IdentityGuard
    served: Pick<ServedFigures, 'read'>
    erasure: Pick<Erasure, 'isDeleted'>
    dispatcher: ConsumeDeps['dispatcher']
    webhookTargets: WebhookTargets
    resolve: Resolve
  }
