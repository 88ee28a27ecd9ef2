import { ChatStarted } from '@utter/contracts/events/chat-started'
import { fact } from '@utter/messaging/fact'
import type { Asked } from '@utter/messaging/worker'

export const chatStarted = ({ jobId, attempt }: Asked, userId: string) =>
  fact(ChatStarted, { userId, version: attempt, data: { jobId, attempt } })
