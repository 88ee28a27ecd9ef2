import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { fact } from '@utter/messaging/fact'
import type { Asked } from '@utter/messaging/worker'

export const speechProgressed = ({ jobId, attempt }: Asked, userId: string, done: number) =>
  fact(SpeechProgressed, { userId, version: attempt, data: { jobId, attempt, done } })
