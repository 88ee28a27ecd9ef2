import { SpeechProgressed } from '@utter/contracts/events/speech-progressed'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

/**
 * @param isWaiting no more has been spoken since the last one: it waits for its next turn, and is alive
 * @param isAudible from now on it can be heard as it is spoken
 */
export const speechProgressed = (
  { jobId, attempt }: StepRequest,
  userId: string,
  { done, isWaiting, isAudible }: { done: number; isWaiting?: boolean; isAudible?: boolean },
) =>
  eventOf(SpeechProgressed, {
    userId,
    version: attempt,
    data: { jobId, attempt, done, ...(isWaiting && { isWaiting }), ...(isAudible && { isAudible }) },
  })
