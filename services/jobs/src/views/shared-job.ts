import type { SharedJob } from '@utter/contracts/http/jobs/share'
import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { type LinkedJob, voiceOfJob } from '../domain/job/linked-job.ts'
import { shownTextOfJob } from '../domain/job/marked.ts'

type About = {
  secret: string
  voiceName?: string | undefined
  language?: string | undefined
  words?: WordTimes | undefined
}

/** A job as a stranger with its link has it: without its id, its account, or anything that it was submitted with beside its text. */
export function sharedViewOf(job: LinkedJob, { secret, voiceName, language, words }: About): SharedJob {
  const { audio, share } = job
  return {
    ...(share.text && {
      userText: shownTextOfJob(job),
      ...(job.aiResponse !== undefined && { aiResponse: job.aiResponse }),
      ...(words && { words }),
    }),
    voice: { id: voiceOfJob(job), ...(voiceName !== undefined && { name: voiceName }) },
    ...(language !== undefined && { language }),
    durationMs: audio.durationMs,
    peaks: audio.peaks,
    createdAt: job.createdAt.toISOString(),
    audioUrl: `/api/shared/${secret}/audio.mp3`,
  }
}
