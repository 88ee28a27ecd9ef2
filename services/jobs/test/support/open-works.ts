import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ChapterView, WorkView } from '@utter/contracts/http/works/views'
import type { TierName } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import type { Deps } from '../../src/deps.ts'
import { type FiguresOf, workOf, workRequest } from './a-work.ts'
import { callers, openJobs } from './open-jobs.ts'

/** Bytes of the tag of a stored sound. */
const tagBytes = 100
/** Stored sounds of jobs: a tag, the frame that tells a length, then three that have the job's own bytes. */
export const soundOf = (jobId: string): Buffer =>
  Buffer.concat([Buffer.alloc(tagBytes + 384, '#'), Buffer.alloc(3 * 384, jobId)])
export const framesOf = (jobId: string): Buffer => soundOf(jobId).subarray(tagBytes + 384)
/** The figures of a stored sound, as speech reports them. */
export const figuresOf = (jobId: string) => ({
  sizeBytes: soundOf(jobId).length,
  headBytes: tagBytes + 384,
  framesHash: createHash('sha256').update(framesOf(jobId)).digest('hex'),
})
/** The same of a version that wrote no tag. */
export const untaggedSoundOf = (jobId: string): Buffer => soundOf(jobId).subarray(tagBytes)

type Stored = { storedOf?: (jobId: string) => Buffer; figures?: FiguresOf; bytes?: Deps['speech']['bytes'] }

/** The routes of works, with speech's answers made up. */
export async function openWorkRoutes(
  database: string,
  more: Partial<Omit<Deps, 'speech'>> = {},
  { storedOf = soundOf, figures = figuresOf, bytes }: Stored = {},
) {
  const storedBytes: Deps['speech']['bytes'] = async (jobId, _signal, { start, end }) =>
    Readable.from([storedOf(jobId).subarray(start, end + 1)])
  const jobs = await openJobs(`works-${database}`, {
    speech: { bytes: bytes ?? storedBytes },
    foreignLanguage: () => undefined,
    ...more,
  })
  const caller = (userId: string, tier: TierName = 'creator') => callers.account(newIdentity({ userId, tier }))
  const ask = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    userId: string,
    body?: unknown,
    tier?: TierName,
  ) => jobs.request(method, path, caller(userId, tier), body === undefined ? {} : { body })
  return {
    ...jobs,
    caller,
    ask,
    /** A work that was submitted by its route. */
    make(...chapters: number[][]) {
      return this.makeOf(workRequest('r', ...chapters))
    },
    async makeOf(request: object) {
      const userId = await jobs.account('creator')
      const { body } = await ask('POST', '/api/works', userId, request)
      const view = body as WorkView
      const path = `/api/works/${view.workId}`
      const inChapter = `${path}/chapters/${view.chapters[0]?.chapterId}`
      const chapter = async (): Promise<ChapterView> => (await ask('GET', inChapter, userId)).body
      return { userId, view, path, inChapter, chapter, work: workOf(jobs, userId, view.workId, figures) }
    },
  }
}
export type WorkRoutes = Awaited<ReturnType<typeof openWorkRoutes>>

/** Answer to another account: as if there were no such work. */
export const notFoundFor = async (
  { ask, account }: Pick<WorkRoutes, 'ask' | 'account'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
) => (await ask(method, path, await account('creator'), body)).body
