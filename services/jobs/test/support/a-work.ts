import { isDeepStrictEqual } from 'node:util'
import { AudioStored } from '@utter/contracts/events/audio-stored'
import { StepFailed } from '@utter/contracts/events/step-failed'
import { WorkRequest } from '@utter/contracts/http/works/requests'
import type { Job } from '../../src/domain/job/job.ts'
import type { ChapterOutline, Work } from '../../src/domain/works/work.ts'
import { advanceWork } from '../../src/lifecycle/works/advance.ts'
import { submitWork } from '../../src/lifecycle/works/submit-work.ts'
import { workDraftOf } from '../../src/requests/works/work-draft.ts'
import { audio, type Lifecycle } from './open-lifecycle.ts'

/** Paragraphs of so many characters each. */
export const paragraphsOf = (...lengths: number[]) =>
  lengths.map((length, index) => ({ text: `${index} `.padEnd(length, 'word ') }))

/** A request of a work; a chapter for each list of lengths. */
export const workRequest = (requestId: string, ...chapters: number[][]) => ({
  title: 'A book',
  requestId,
  voiceId: 'default',
  chapters: chapters.map((lengths, index) => ({ title: `Chapter ${index + 1}`, paragraphs: paragraphsOf(...lengths) })),
})

/** How the sounds of a work's jobs are stored: their figures by the job. */
export type FiguresOf = (jobId: string) => Partial<typeof audio>

/** A work by its lifecycle, without Kafka: its jobs are those of the real one, and their workers' reports are made here. */
export async function makeWork(lifecycle: Lifecycle, userId: string, requestId: string, ...chapters: number[][]) {
  const { deps } = lifecycle
  const request = WorkRequest.parse(workRequest(requestId, ...chapters))
  const characters = chapters.flat().reduce((sum, length) => sum + length, 0)
  const { work } = await submitWork(deps, workDraftOf({ userId }, request, characters, lifecycle.now()))
  return workOf(lifecycle, userId, work._id)
}

export const workOf = (lifecycle: Lifecycle, userId: string, workId: string, figuresOf?: FiguresOf) => {
  const { deps } = lifecycle
  const read = async (): Promise<Work | null> => deps.works.read(userId, workId)
  const outlines = (): Promise<ChapterOutline[]> => deps.chapters.outlines(userId, workId)
  /** All that an examination may change, but for when the next one is. */
  const standing = async () => {
    const [work, chapters, jobs] = await Promise.all([read(), outlines(), deps.jobs.ofWork(userId, workId)])
    return { work: work && { ...work, dueAt: undefined }, chapters, jobs: jobs.sort() }
  }
  const inFlight = async (): Promise<Job[]> => {
    const found = await deps.jobs.readAll(userId, await deps.jobs.ofWork(userId, workId))
    return found.filter(({ status }) => status === 'pending' || status === 'processing')
  }
  const report = (job: Job, newCharacters?: number) =>
    lifecycle.handle(AudioStored, userId, {
      jobId: job._id,
      attempt: 1,
      audio: { ...audio, name: `${job._id}.mp3`, ...figuresOf?.(job._id) },
      ...(newCharacters !== undefined && { newCharacters }),
    })
  return {
    id: workId,
    read,
    outlines,
    inFlight,
    report,
    /** Examines it until nothing more happens by itself: while jobs are in flight it is examined for ever. */
    async advance(): Promise<Work | null> {
      let last = await standing()
      for (let turn = 0; turn < 20; turn++) {
        // Longer than any lease.
        lifecycle.passMs(40_000)
        const { leased } = await deps.works.leaseWorks(lifecycle.now(), 100)
        const own = leased.filter(({ _id }) => _id === workId)
        if (own.length === 0) break
        for (const work of own) await advanceWork(deps, work)
        await lifecycle.flushed()
        const present = await standing()
        if (isDeepStrictEqual(present, last)) break
        last = present
      }
      return read()
    },
    /** Speaks each job in flight, turn after turn, until none is. @returns the jobs, in their order */
    async speakAll(newCharacters?: number): Promise<Job[]> {
      const spoken: Job[] = []
      for (;;) {
        await this.advance()
        const jobs = await inFlight()
        if (jobs.length === 0) return spoken
        for (const job of jobs) {
          await report(job, newCharacters)
          spoken.push(job)
        }
        await lifecycle.flushed()
      }
    },
    fail: (job: Job) =>
      lifecycle.handle(StepFailed, userId, {
        jobId: job._id,
        attempt: 1,
        stage: 'speech',
        code: 'invalid_voice',
        error: 'Invalid voice ID',
      }),
  }
}
