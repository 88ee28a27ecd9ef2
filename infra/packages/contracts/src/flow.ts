import type { EventDefinition } from './event.ts'
import { AccountState } from './events/account-state.ts'
import { AudioStored } from './events/audio-stored.ts'
import { BillingState } from './events/billing-state.ts'
import { ChatRequested } from './events/chat-requested.ts'
import { ChatStarted } from './events/chat-started.ts'
import { JobCancelled } from './events/job-cancelled.ts'
import { JobDeleted } from './events/job-deleted.ts'
import { JobFinished } from './events/job-finished.ts'
import { JobProgressed } from './events/job-progressed.ts'
import { NoticeMade } from './events/notices/notice-made.ts'
import { ReferralState } from './events/referral-state.ts'
import { ReplyProgressed } from './events/reply-progressed.ts'
import { ReplyWritten } from './events/reply-written.ts'
import { SpeechProgressed } from './events/speech-progressed.ts'
import { SpeechRequested } from './events/speech-requested.ts'
import { SpeechStarted } from './events/speech-started.ts'
import { StepFailed } from './events/step-failed.ts'
import { StepPostponed } from './events/step-postponed.ts'
import { WebhookAttempted } from './events/webhook-attempted.ts'
import { WebhookState } from './events/webhook-state.ts'
import { WordsProgressed } from './events/words-progressed.ts'
import { WorkChanged } from './events/works/work-changed.ts'
import { WorkDeleted } from './events/works/work-deleted.ts'

export const services = ['account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral'] as const
export type Service = (typeof services)[number]

type Services = readonly [Service, ...Service[]]
type Route = { event: EventDefinition; publishedBy: Services; consumedBy: Services }

/** The publishers and consumers of each event: folders, network policies and consumer groups are held to it. */
export const flow = [
  { event: ChatRequested, publishedBy: ['jobs'], consumedBy: ['chat'] },
  { event: SpeechRequested, publishedBy: ['jobs'], consumedBy: ['speech'] },
  { event: ChatStarted, publishedBy: ['chat'], consumedBy: ['jobs'] },
  { event: ReplyWritten, publishedBy: ['chat'], consumedBy: ['jobs'] },
  { event: SpeechStarted, publishedBy: ['speech'], consumedBy: ['jobs'] },
  { event: SpeechProgressed, publishedBy: ['speech'], consumedBy: ['jobs'] },
  { event: AudioStored, publishedBy: ['speech'], consumedBy: ['jobs'] },
  { event: StepPostponed, publishedBy: ['chat', 'speech'], consumedBy: ['jobs'] },
  { event: StepFailed, publishedBy: ['chat', 'speech', 'jobs'], consumedBy: ['jobs'] },
  { event: WebhookAttempted, publishedBy: ['notifier'], consumedBy: ['jobs'] },
  { event: JobProgressed, publishedBy: ['jobs'], consumedBy: ['notifier'] },
  { event: ReplyProgressed, publishedBy: ['chat'], consumedBy: ['notifier'] },
  { event: WordsProgressed, publishedBy: ['speech'], consumedBy: ['notifier'] },
  { event: JobFinished, publishedBy: ['jobs'], consumedBy: ['billing', 'referral', 'notifier'] },
  { event: JobDeleted, publishedBy: ['jobs'], consumedBy: ['chat', 'speech', 'notifier'] },
  { event: JobCancelled, publishedBy: ['jobs'], consumedBy: ['chat', 'speech'] },
  { event: WorkChanged, publishedBy: ['jobs'], consumedBy: ['notifier'] },
  { event: WorkDeleted, publishedBy: ['jobs'], consumedBy: ['speech', 'notifier'] },
  {
    event: AccountState,
    publishedBy: ['account'],
    consumedBy: ['billing', 'referral', 'jobs', 'chat', 'speech', 'notifier'],
  },
  { event: BillingState, publishedBy: ['billing'], consumedBy: ['account', 'jobs', 'notifier', 'referral'] },
  { event: ReferralState, publishedBy: ['referral'], consumedBy: ['account', 'jobs'] },
  {
    event: NoticeMade,
    publishedBy: ['account', 'billing', 'jobs', 'notifier'],
    consumedBy: ['notifier'],
  },
  { event: WebhookState, publishedBy: ['notifier'], consumedBy: ['account', 'notifier'] },
] as const satisfies Route[]

type Row = (typeof flow)[number]
/** The types of all events. */
export type EventType = Row['event']['type']
type TypeWhere<R extends Row, Side extends 'publishedBy' | 'consumedBy', S extends Service> = R extends Row
  ? S extends R[Side][number]
    ? R['event']['type']
    : never
  : never
/** The types of the events that a service consumes: `'account-state' | 'job-finished'` for billing. */
export type ConsumedBy<S extends Service> = TypeWhere<Row, 'consumedBy', S>
