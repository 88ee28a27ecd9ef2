import type { Job } from '@utter/jobs/domain/job/job'
import { isSpoken } from '@utter/jobs/domain/works/progress'
import type { ChapterOutline, Work } from '@utter/jobs/domain/works/work'

export type WorkRecord = Pick<Work, '_id' | 'state'>
export type ChapterRecord = Pick<ChapterOutline, '_id' | 'workId' | 'sections' | 'calls' | 'removedJobs'>
type SectionJob = Pick<Job, '_id' | 'status'> & Partial<Pick<Job, 'section' | 'requestId' | 'call' | 'audio'>>
type Works = { works?: WorkRecord[]; chapters?: ChapterRecord[]; jobs: SectionJob[] }
type SectionRecord = ChapterRecord['sections'][number]

/**
 * Checks the rules of works (recipe 21) of an account at rest: nothing of a work is half submitted, half deleted or still to be spoken; each section of a
 * completed one has the sound of a job that is there; each job of a section is one that its section names; and chapters count the calls that their jobs owe.
 */
export function workViolations({ works = [], chapters = [], jobs }: Works): string[] {
  const found = works.flatMap(({ _id, state }) =>
    state === 'submitting' || state === 'deleting' || state === 'speaking' ? [`the work ${_id} is still ${state}`] : [],
  )
  const workOf = (id: string) => works.find(({ _id }) => _id === id)
  for (const { _id, workId, sections, removedJobs } of chapters) {
    const work = workOf(workId)
    if (!work) found.push(`the chapter ${_id} is of no work`)
    if (removedJobs.length > 0)
      found.push(`the chapter ${_id} has ${removedJobs.length} jobs of sections that are gone`)
    for (const section of sections) found.push(...ofSection(section, work, jobs))
  }
  for (const { _id, section } of jobs) {
    if (!section) continue
    const chapter = chapters.find((one) => one._id === section.chapterId)
    const named = chapter?.sections.find(({ id }) => id === section.id)
    if (!workOf(section.workId)) found.push(`job ${_id} speaks a section of a work that is gone`)
    else if (!named?.jobs.includes(_id)) found.push(`job ${_id} speaks a section that does not name it`)
  }
  return [...found, ...ofCalls(chapters, jobs)]
}

function ofSection(section: SectionRecord, work: WorkRecord | undefined, jobs: SectionJob[]): string[] {
  const { id, sound, job: inFlight } = section
  const found: string[] = []
  if (inFlight) found.push(`the section ${id} still waits for job ${inFlight.id}`)
  if (work?.state === 'completed' && !isSpoken(section))
    found.push(`the section ${id} of a completed work is not spoken`)
  if (!sound) return found
  const spokenBy = jobs.find(({ _id }) => _id === sound.jobId)
  if (spokenBy?.status !== 'completed') found.push(`the section ${id} has the sound of a job that is gone`)
  else if (spokenBy.audio?.sizeBytes !== sound.sizeBytes || spokenBy.audio.durationMs !== sound.durationMs)
    found.push(`the section ${id} has another sound than its job`)
  if (isSpoken(section) && section.jobs.join() !== sound.jobId)
    found.push(`the section ${id} has jobs beside that of its sound`)
  return found
}

/**
 * A deleted job has its request id, which names its section, and no more its chapter: so calls of sections that are no more are only bounded, by those of all
 * jobs of works.
 */
function ofCalls(chapters: ChapterRecord[], jobs: SectionJob[]): string[] {
  const owing = jobs.filter(({ call, requestId }) => call?.owed && requestId?.startsWith('work:'))
  const owedBy = ({ sections }: ChapterRecord) =>
    owing.filter(({ requestId }) => sections.some(({ id }) => requestId?.startsWith(`work:${id}:`))).length
  const counted = chapters.reduce((sum, { calls }) => sum + calls, 0)
  return [
    ...chapters.flatMap((chapter) => {
      const owed = owedBy(chapter)
      return chapter.calls < owed
        ? [`the chapter ${chapter._id} counts ${chapter.calls} calls, below the ${owed} owed`]
        : []
    }),
    ...(counted > owing.length ? [`chapters count ${counted} calls, and the jobs of works owe ${owing.length}`] : []),
  ]
}
