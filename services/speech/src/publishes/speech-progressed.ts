import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

export const speechProgressed = ({ jobId, attempt }: StepRequest, userId: string, done: number) =>
  eventOf(SpeechProgressed, { userId, version: attempt, data: { jobId, attempt, done } })
