import { ChatStarted } from '@utter/contracts/events/chat-started'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

export const chatStarted = ({ jobId, attempt }: StepRequest, userId: string) =>
  eventOf(ChatStarted, { userId, version: attempt, data: { jobId, attempt } })
