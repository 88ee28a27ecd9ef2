import { ChatRequested } from '@utter/contracts/events/chat-requested'
import { eventOf } from '@utter/messaging/outgoing-event'
import type { ShownJob } from '../domain/job/job.ts'

const voiceOfReply = ({ voiceId, ttsSettings, textNormalization, words }: ShownJob) => ({
  voiceId,
  ttsSettings,
  ...(words && { words: true as const }),
  ...(textNormalization && { textNormalization }),
})

export const chatRequested = (job: ShownJob) =>
  eventOf(ChatRequested, {
    userId: job.userId,
    version: job.version,
    lane: job.lane ?? 'fast',
    data: {
      jobId: job._id,
      attempt: job.attempt,
      sessionId: job.sessionId,
      text: job.userText,
      ...(job.language && { language: job.language }),
      ...(job.isFree && { isFree: true }),
      ...(job.stream && { stream: true }),
      ...(job.ahead && { ahead: voiceOfReply(job) }),
    },
  })
