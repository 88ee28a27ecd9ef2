import type { JobReceipt } from '@utter/contracts/http/provenance/receipts'
import { sha256Of } from '@utter/provenance/sound-runs'
import { type ShownJob, spokenBy } from '../../domain/job/job.ts'
import { textToSpeak } from '../../domain/job/lane.ts'

/** The receipt of an ended job: its request, its voice, its cost. The same for as long as the job is kept, so that its signature is too. */
export function receiptOfJob(job: ShownJob): JobReceipt {
  const { audio, call, work } = job
  const isWritten = job.kind === 'tts' || job.aiResponse !== undefined
  const { voiceUsed, provider } = spokenBy(job)
  const calls = call?.owed ? 1 : 0
  return {
    kind: 'job',
    jobId: job._id,
    status: job.status === 'completed' ? 'completed' : 'failed',
    ...(job.code !== undefined && { code: job.code }),
    asked: {
      kind: job.kind,
      requestId: job.requestId,
      voiceId: job.voiceId,
      characters: job.userText.length,
      ...(isWritten && { textHash: sha256Of(textToSpeak(job)) }),
    },
    ...(audio && {
      spoken: {
        ...(voiceUsed !== undefined && { voiceUsed }),
        ...(provider !== undefined && { provider }),
        ...(work?.speech?.model !== undefined && { model: work.speech.model }),
        ...(audio.pcmHash !== undefined && { pcmHash: audio.pcmHash }),
        ...(audio.framesHash !== undefined && { framesHash: audio.framesHash }),
        durationMs: audio.durationMs,
        attempts: job.attempt,
        ...(job.sameAs !== undefined && { sameAs: job.sameAs }),
        ...(work?.speech?.vendorMark && { vendorMark: { kind: work.speech.vendorMark, kept: false as const } }),
      },
    }),
    charged: { calls, ...(calls > 0 && call && { period: call.period.toISOString() }) },
    createdAt: job.createdAt.toISOString(),
    completedAt: (job.completedAt ?? job.updatedAt).toISOString(),
  }
}
