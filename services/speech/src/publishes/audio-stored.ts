import { AudioStored } from '@utter/contracts/events/audio-stored'
import type { AudioRef } from '@utter/contracts/jobs'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

export const audioStored = ({ jobId, attempt }: StepRequest, userId: string, audio: AudioRef) =>
  eventOf(AudioStored, { userId, version: attempt, data: { jobId, attempt, audio } })
