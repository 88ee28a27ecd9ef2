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

/** Who says and who hears each event: folders, network policies and consumer groups are held to it. */
export const flow: { event: EventDefinition; saidBy: Service[]; heardBy: Service[] }[] = [
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
]
