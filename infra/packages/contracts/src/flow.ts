import type { EventDefinition } from './event.ts'
import { AccountState } from './events/account-state.ts'
import { AudioStored } from './events/audio-stored.ts'
import { BillingState } from './events/billing-state.ts'
import { ChatRequested } from './events/chat-requested.ts'
import { ChatStarted } from './events/chat-started.ts'
import { JobFinished } from './events/job-finished.ts'
import { JobProgressed } from './events/job-progressed.ts'
import { ReferralState } from './events/referral-state.ts'
import { ReplyWritten } from './events/reply-written.ts'
import { SpeechProgressed } from './events/speech-progressed.ts'
import { SpeechRequested } from './events/speech-requested.ts'
import { SpeechStarted } from './events/speech-started.ts'
import { StepFailed } from './events/step-failed.ts'
import { StepPostponed } from './events/step-postponed.ts'

export const services = ['account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral'] as const
export type Service = (typeof services)[number]

type Services = readonly [Service, ...Service[]]
type Route = { event: EventDefinition; saidBy: Services; heardBy: Services }

/** Who says and who hears each event: folders, network policies and consumer groups are held to it. */
export const flow = [
  { event: ChatRequested, saidBy: ['jobs'], heardBy: ['chat'] },
  { event: SpeechRequested, saidBy: ['jobs'], heardBy: ['speech'] },
  { event: ChatStarted, saidBy: ['chat'], heardBy: ['jobs'] },
  { event: ReplyWritten, saidBy: ['chat'], heardBy: ['jobs'] },
  { event: SpeechStarted, saidBy: ['speech'], heardBy: ['jobs'] },
  { event: SpeechProgressed, saidBy: ['speech'], heardBy: ['jobs'] },
  { event: AudioStored, saidBy: ['speech'], heardBy: ['jobs'] },
  { event: StepPostponed, saidBy: ['chat', 'speech'], heardBy: ['jobs'] },
  { event: StepFailed, saidBy: ['chat', 'speech'], heardBy: ['jobs'] },
  { event: JobProgressed, saidBy: ['jobs'], heardBy: ['notifier'] },
  { event: JobFinished, saidBy: ['jobs'], heardBy: ['billing', 'referral', 'notifier'] },
  { event: AccountState, saidBy: ['account'], heardBy: ['billing', 'referral'] },
  { event: BillingState, saidBy: ['billing'], heardBy: ['account', 'jobs'] },
  { event: ReferralState, saidBy: ['referral'], heardBy: ['account'] },
] as const satisfies Route[]

type Row = (typeof flow)[number]
type TypeWhere<R extends Row, Side extends 'saidBy' | 'heardBy', S extends Service> = R extends Row
  ? S extends R[Side][number]
    ? R['event']['type']
    : never
  : never
/** The types of the events that a service hears: `'account-state' | 'job-finished'` for billing. */
export type HeardBy<S extends Service> = TypeWhere<Row, 'heardBy', S>
