import { WordsProgressed } from '@utter/contracts/events/words-progressed'
import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { StepRequest } from '@utter/worker/worker'

export const wordsProgressed = ({ jobId, attempt }: StepRequest, userId: string, words: WordTimes) =>
  eventOf(WordsProgressed, { userId, version: attempt, data: { jobId, attempt, words } })
