import { AudioStored } from '@utter/contracts/events/audio-stored'
import type { AudioRef } from '@utter/contracts/jobs'
import { fact } from '@utter/messaging/fact'
import type { Asked } from '@utter/messaging/worker'

export const audioStored = ({ jobId, attempt }: Asked, userId: string, audio: AudioRef) =>
  fact(AudioStored, { userId, version: attempt, data: { jobId, attempt, audio } })
