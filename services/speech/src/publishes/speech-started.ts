import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

export const speechStarted = ({ jobId, attempt }: StepRequest, userId: string) =>
  eventOf(SpeechStarted, { userId, version: attempt, data: { jobId, attempt } })
