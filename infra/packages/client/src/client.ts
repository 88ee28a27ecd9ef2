import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { TagsView } from '@utter/contracts/http/jobs/job-tags'
import { Answered, JobRow, JobView, Submitted, WrittenJob } from '@utter/contracts/http/jobs/job-views'
import { NewShare } from '@utter/contracts/http/jobs/share'
import { type WordMark, WordTimes } from '@utter/contracts/http/jobs/word-times'
import { isFinal, type JobStatus } from '@utter/contracts/jobs'
import * as z from 'zod/mini'
import { createBatches } from './batches.ts'
import { type AccountStreamEvent, followJob, followJobs, type JobStreamEvent } from './follow.ts'
import type { JobInput } from './job-input.ts'
import { rowsOf, withQuery } from './pages.ts'
import { createRequest, type Options } from './request.ts'
import { waitForEnd } from './wait.ts'

export type { Options } from './request.ts'

/** A job that was taken: as it runs, or as it has ended already. */
export type Submission = Submitted | Answered
export type JobFilter = {
  status?: JobStatus
  q?: string
  code?: string
  tag?: string
  voice?: string
  /** Bounds of the submission: the first instant, and the first one after the last. */
  from?: string
  to?: string
}
type Call = { signal?: AbortSignal }

/** The longest `Prefer: wait`, in seconds. */
const maxWaitSeconds = 60

export type Client = ReturnType<typeof createClient>

/** The API of Utter as functions. They throw `UtterError`; a job that fails is no error, but a job with the status `failed`. */
export function createClient(options: Options) {
  const request = createRequest(options)
  const jobPath = (id: string) => `/api/jobs/${encodeURIComponent(id)}`
  const job = async (id: string, { signal }: Call = {}): Promise<JobView> =>
    JobView.parse(await (await request(jobPath(id), { signal })).json())

  /** @param waitSeconds for which the answer waits for the end of the job; 0 to 60 */
  async function submit(
    kind: JobKind,
    input: JobInput,
    { waitSeconds = 0, signal }: Call & { waitSeconds?: number } = {},
  ): Promise<Submission> {
    const wait = Math.min(waitSeconds, maxWaitSeconds)
    const response = await request(`/api/${kind}`, {
      method: 'POST',
      body: { requestId: crypto.randomUUID(), ...input },
      signal,
      ...(wait > 0 && { headers: { prefer: `wait=${wait}` }, moreMs: wait * 1_000 }),
    })
    return (response.status === 202 ? Submitted : Answered).parse(await response.json())
  }

  const wait = (id: string, call: Call = {}): Promise<JobView> => waitForEnd(request, id, job, call.signal)

  return {
    /** Submits a text to be spoken (`tts`), or a question to be answered and spoken (`reply`). */
    submit,
    /** The job once it has ended. It is followed, and looked at now and then where no stream is to be had. */
    wait,
    /** Submits, and waits for the end. */
    async run(kind: JobKind, input: JobInput, call: Call = {}): Promise<JobView> {
      const { jobId, status } = await submit(kind, input, { ...call, waitSeconds: 30 })
      return isFinal(status) ? job(jobId, call) : wait(jobId, call)
    },
    job,
    /**
     * The words of what a job has spoken, with their times in its mp3 in seconds.
     * @param marks that each word has too, where its voice tells them
     */
    async words(id: string, { marks, signal }: Call & { marks?: WordMark[] } = {}): Promise<WordTimes> {
      const path = withQuery(`${jobPath(id)}/words`, { marks: marks?.length ? marks.join() : undefined })
      return WordTimes.parse(await (await request(path, { signal })).json())
    },
    /** @returns the job; with a key that may not read jobs its status and code alone */
    async cancel(id: string, { signal }: Call = {}): Promise<JobView | WrittenJob> {
      const response = await request(`${jobPath(id)}/cancel`, { method: 'POST', signal })
      return z.union([JobView, WrittenJob]).parse(await response.json())
    },
    /**
     * Makes the secret link by which anybody hears a completed job, or another one in its place. It is told this once.
     * @param text whether its texts are shown too; they are, if not given
     */
    async share(id: string, { text = true, signal }: Call & { text?: boolean } = {}): Promise<NewShare> {
      const response = await request(`${jobPath(id)}/share`, { method: 'POST', body: { text }, signal })
      return NewShare.parse(await response.json())
    },
    /** Takes the link of a job back: it opens nothing any more. */
    async unshare(id: string, { signal }: Call = {}): Promise<void> {
      await request(`${jobPath(id)}/share`, { method: 'DELETE', signal })
    },
    /** Sets all tags of a job, in the place of those before. @returns them, each once */
    async tag(id: string, tags: readonly string[], { signal }: Call = {}): Promise<string[]> {
      const response = await request(`${jobPath(id)}/tags`, { method: 'PUT', body: { tags }, signal })
      return TagsView.parse(await response.json()).tags
    },
    /** The jobs of the account, newest first, page by page. */
    jobs: (filter: JobFilter = {}, { signal }: Call = {}): AsyncGenerator<JobRow> =>
      rowsOf(request, withQuery('/api/jobs', filter), JobRow, signal),
    /** The events of one job, until its end. */
    follow: (id: string, { signal }: Call = {}): AsyncGenerator<JobStreamEvent> => followJob(request, id, signal),
    /** The changes of all jobs of the account, until it is left. */
    followAll: ({ signal }: Call = {}): AsyncGenerator<AccountStreamEvent> => followJobs(request, signal),
    ...createBatches(request),
    /** The mp3 of a job that is completed. */
    async audio(id: string, { signal }: Call = {}): Promise<Uint8Array<ArrayBuffer>> {
      return new Uint8Array(await (await request(`/audio/${encodeURIComponent(id)}.mp3`, { signal })).arrayBuffer())
    },
  }
}
