import type { QueryClient } from '@tanstack/react-query'
import { Answered, type JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import * as z from 'zod/mini'
import { randomId } from '../../lib/browser/random-id.ts'
import { request } from '../../lib/server/http.ts'
import { followJob } from '../jobs/live/follow-job.ts'

const Submission = z.union([Submitted, Answered])

interface SpeakOptions {
  sessionId: string
  voiceId: string
  signal: AbortSignal
  onJob: (jobId: string) => void
  onAudio: (audioUrl: string) => void
}

/** Has a reply spoken by `POST /api/tts`. @returns the job, completed or failed */
export async function speakReply(
  client: QueryClient,
  userText: string,
  { sessionId, voiceId, signal, onJob, onAudio }: SpeakOptions,
): Promise<JobView> {
  const body = { userText, sessionId, voiceId, requestId: randomId(), stream: true }
  const { jobId } = Submission.parse(await request('POST', '/api/tts', { body, signal }))
  onJob(jobId)
  const { promise, resolve, reject } = Promise.withResolvers<JobView>()
  const end = followJob(client, jobId, resolve, { onAudio })
  signal.addEventListener('abort', () => {
    end()
    reject(signal.reason)
  })
  return promise
}
