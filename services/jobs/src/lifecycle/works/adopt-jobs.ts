import type { LifecycleDeps } from '../../deps.ts'
import type { Job } from '../../domain/job/job.ts'
import type { ChapterOutline, Work } from '../../domain/works/work.ts'

type Deps = Pick<LifecycleDeps, 'jobs' | 'chapters'>

/**
 * recipe 21.3: jobs that were submitted for a section and are named by none, because the process died in between, or a paragraph was changed in this moment. Each
 * is named now, as if that had been in time, so that its end and its call count; where its section is gone, or sounds as it was changed later, it is deleted.
 * @returns the chapters after that
 */
export async function adoptJobs(
  { jobs, chapters }: Deps,
  { _id: workId, userId }: Pick<Work, '_id' | 'userId'>,
  outlines: ChapterOutline[],
): Promise<ChapterOutline[]> {
  const named = outlines.flatMap(({ sections, removedJobs }) => [
    ...sections.flatMap((one) => one.jobs),
    ...removedJobs,
  ])
  const unnamed = await jobs.unnamedOfWork(userId, workId, named)
  const after = [...outlines]
  for (const job of unnamed) {
    const at = after.findIndex(({ _id }) => _id === job.section?.chapterId)
    const chapter = after[at]
    if (chapter) after[at] = (await adopt(chapters, chapter, job)) ?? chapter
  }
  return after
}

async function adopt(
  chapters: Deps['chapters'],
  { _id, userId, sections }: ChapterOutline,
  job: Pick<Job, '_id' | 'section'>,
): Promise<ChapterOutline | null> {
  const index = sections.findIndex(({ id }) => id === job.section?.id)
  const section = sections[index]
  const revision = job.section?.revision ?? 0
  // An older sound would replace a newer one.
  const isLate = section && Math.max(section.sound?.revision ?? 0, section.job?.revision ?? 0) >= revision
  const at = `sections.${index}`
  if (!section || isLate)
    return chapters.update({ _id, userId }, { $addToSet: { removedJobs: job._id, uncounted: job._id } })
  // In flight is another one: once that has ended it is too late for this one, or not.
  if (section.job) return null
  return chapters.update(
    { _id, userId, [`${at}.id`]: section.id, [`${at}.job`]: { $exists: false } },
    { $set: { [`${at}.job`]: { id: job._id, revision } }, $addToSet: { [`${at}.jobs`]: job._id } },
  )
}
