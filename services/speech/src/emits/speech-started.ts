import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { fact } from '@utter/messaging/fact'
import type { Asked } from '@utter/messaging/worker'

export const speechStarted = ({ jobId, attempt }: Asked, userId: string) =>
  fact(SpeechStarted, { userId, version: attempt, data: { jobId, attempt } })
