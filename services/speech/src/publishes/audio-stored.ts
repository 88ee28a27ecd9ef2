import { AudioStored } from '@utter/contracts/events/audio-stored'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'
import type { StoredAudio } from '../domain/stored-audio.ts'

export const audioStored = (
  { jobId, attempt }: StepRequest,
  userId: string,
  { work, words: _, ...audio }: StoredAudio,
) => eventOf(AudioStored, { userId, version: attempt, data: { jobId, attempt, audio, ...work } })
