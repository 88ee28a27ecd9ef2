import { Problem } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { hasEnded, isShown } from '../../domain/job/job.ts'
import { isSpoken } from '../../domain/works/progress.ts'
import type { ChapterOutline, SectionState, Work } from '../../domain/works/work.ts'
import { workDeleted } from '../../publishes/work-deleted.ts'
import { cancel } from '../end/cancel.ts'
import { deleteJob } from '../end/delete-job.ts'

/** Longer than an examination that had begun before the work was deleted. */
const lateMs = 30_000

/** Deletes a job once it has ended, and cancels it as long as it can be. @returns whether it is gone */
async function removeJob(deps: LifecycleDeps, userId: string, jobId: string): Promise<boolean> {
  const job = await deps.jobs.read(userId, jobId)
  if (!job || job.status === 'deleted') return true
  if (!isShown(job)) return false
  try {
    const ended = hasEnded(job) ? job : await cancel(deps, userId, jobId)
    await deleteJob(deps, userId, ended._id)
    return true
  } catch (error) {
    // Its speech has started, or it has changed in this moment: later.
    if (error instanceof Problem) return false
    throw error
  }
}

/** Cancels a job as long as it can be. */
async function endJob(deps: LifecycleDeps, userId: string, jobId: string): Promise<void> {
  const job = await deps.jobs.read(userId, jobId)
  if (!job || !isShown(job) || hasEnded(job)) return
  await cancel(deps, userId, jobId).catch((error: unknown) => {
    // Its speech has started, or it has changed in this moment: it ends by itself.
    if (!(error instanceof Problem)) throw error
  })
}

async function goneOf(deps: LifecycleDeps, userId: string, ids: string[]): Promise<string[]> {
  const removed: string[] = []
  for (const id of ids) if (await removeJob(deps, userId, id)) removed.push(id)
  return removed
}

/** Jobs of a section that sounds as it is, but for the one that has spoken it. */
const replacedOf = (section: SectionState): string[] =>
  isSpoken(section) ? section.jobs.filter((id) => id !== section.sound?.jobId && id !== section.job?.id) : []

export const hasReplaced = ({ sections, removedJobs }: ChapterOutline): boolean =>
  removedJobs.length > 0 || sections.some((section) => replacedOf(section).length > 0)

/** recipe 21.5: jobs whose sound is replaced, and those of sections that are no more, are deleted. */
export async function removeReplaced(deps: LifecycleDeps, chapters: ChapterOutline[]): Promise<void> {
  for (const { _id, userId, sections, removedJobs, uncounted = [] } of chapters) {
    for (const id of uncounted) await endJob(deps, userId, id)
    if (removedJobs.length > 0) {
      // Until its call is counted, the job says whether it owes one.
      const counted = removedJobs.filter((id) => !uncounted.includes(id))
      const gone = await goneOf(deps, userId, counted)
      if (gone.length > 0) await deps.chapters.update({ _id, userId }, { $pullAll: { removedJobs: gone } })
    }
    for (const [index, section] of sections.entries()) {
      // Until all of it sounds as it is now, the sound before is played.
      const gone = await goneOf(deps, userId, replacedOf(section))
      if (gone.length === 0) continue
      await deps.chapters.update(
        { _id, userId, [`sections.${index}.id`]: section.id },
        { $pullAll: { [`sections.${index}.jobs`]: gone } },
      )
    }
  }
}

/**
 * recipe 21.8: the jobs of a work that is being deleted, then its chapters, then the work.
 * @returns whether it is gone: a job whose speech has started ends first
 */
export async function removeWork(deps: LifecycleDeps, { _id: workId, userId, updatedAt }: Work): Promise<boolean> {
  const outlines = await deps.chapters.outlines(userId, workId)
  let left = 0
  for (const { _id, sections, removedJobs } of outlines) {
    const ids = [
      ...new Set([...sections.flatMap(({ jobs, job }) => [...jobs, ...(job ? [job.id] : [])]), ...removedJobs]),
    ]
    const gone = await goneOf(deps, userId, ids)
    if (gone.length < ids.length) left++
    else await deps.chapters.remove(userId, _id)
  }
  failpoint('chapters-removed')
  if (left > 0 || updatedAt.getTime() > deps.clock.now().getTime() - lateMs) return false
  // Some may have been submitted while their chapter went.
  const late = await deps.jobs.ofWork(userId, workId)
  if ((await goneOf(deps, userId, late)).length < late.length) return false
  // After its jobs, so that none keeps another piece for it.
  await deps.publish([workDeleted({ _id: workId, userId })])
  await deps.works.remove(userId, workId)
  return true
}
