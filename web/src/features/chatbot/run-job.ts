import type { QueryClient } from '@tanstack/react-query'
import { Answered, type JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import * as z from 'zod/mini'
import { randomId } from '../../lib/browser/random-id.ts'
import { request } from '../../lib/server/http.ts'
import { followJob } from '../jobs/live/follow-job.ts'

const Submission = z.union([Submitted, Answered])

interface RunJobOptions {
  signal: AbortSignal
  /** The job that was accepted; also once the signal has aborted, so that it can be cancelled. */
  onJob: (jobId: string) => void
  onText: (text: string) => void
  onAudio: (audioUrl: string) => void
}

/** `/api/reply` has the text answered and the answer spoken, `/api/tts` has the text itself spoken. */
export type JobPath = '/api/reply' | '/api/tts'

/** A job that is to be made, or one that was made before the page was loaded again. */
export type JobSource = { path: JobPath; userText: string } | { jobId: string }

/**
 * Submits a job that is heard while it is spoken, or finds it again, and follows it.
 * @returns the job, completed or failed
 * @throws HttpError of a submission that is refused; the signal's reason
 */
export async function runJob(
  client: QueryClient,
  source: JobSource,
  about: { sessionId: string; voiceId: string },
  { signal, onJob, onText, onAudio }: RunJobOptions,
): Promise<JobView> {
  const jobId = 'jobId' in source ? source.jobId : await submit(source, about)
  onJob(jobId)
  signal.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<JobView>()
  const end = followJob(client, jobId, resolve, { onText, onAudio })
  signal.addEventListener('abort', () => {
    end()
    reject(signal.reason)
  })
  return promise
}

/** Without a signal: a submission that is broken off may have been accepted, and nobody could cancel its job. */
async function submit(
  { path, userText }: { path: JobPath; userText: string },
  about: { sessionId: string; voiceId: string },
): Promise<string> {
  const answer = await request('POST', path, { body: { userText, ...about, requestId: randomId(), stream: true } })
  return Submission.parse(answer).jobId
}
