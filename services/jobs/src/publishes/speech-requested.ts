import { SpeechRequested } from '@utter/contracts/events/speech-requested'
import { eventOf } from '@utter/messaging/outgoing-event'
import { shownOfParts } from '@utter/text/markup/markup'
import type { ShownJob } from '../domain/job/job.ts'
import { textToSpeak } from '../domain/job/lane.ts'

export const speechRequested = (job: ShownJob) =>
  eventOf(SpeechRequested, {
    userId: job.userId,
    version: job.version,
    lane: job.lane ?? 'fast',
    data: {
      jobId: job._id,
      attempt: job.attempt,
      text: textToSpeak(job),
      voiceId: job.voiceId,
      ttsSettings: job.ttsSettings,
      ...(job.language && { language: job.language }),
      ...(job.textNormalization && { textNormalization: job.textNormalization }),
      ...(job.fallback && { fallback: job.fallback }),
      ...(job.seed !== undefined && { seed: job.seed }),
      ...(job.check && { check: job.check }),
      ...(job.words && { words: true as const }),
      ...(job.stream && { live: true as const }),
      ...(job.words &&
        job.spokenText !== undefined && {
          shownText: job.parts ? shownOfParts(job.parts) : (job.aiResponse ?? job.userText),
        }),
      ...(job.parts && { parts: job.parts }),
      ...(job.section && { workId: job.section.workId }),
    },
  })
