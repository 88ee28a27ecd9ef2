import type { LifecycleDeps } from '../../deps.ts'
import { hasEnded, type Job, spokenBy } from '../../domain/job/job.ts'
import type { ChapterOutline, SectionSound, SectionState } from '../../domain/works/work.ts'
import type { ChapterUpdate } from '../../store/chapters.ts'

type Deps = Pick<LifecycleDeps, 'jobs' | 'chapters'>

/**
 * recipe 21.3: what has become of the jobs in flight, each by an update of its chapter that is guarded by the job: a sound, a failure, or neither, where it
 * was cancelled or is gone.
 * @returns the chapters after that
 */
export async function applyEnds(deps: Deps, outlines: ChapterOutline[]): Promise<ChapterOutline[]> {
  const ids = outlines.flatMap(({ sections, uncounted = [] }) => [
    ...sections.flatMap(({ job }) => (job ? [job.id] : [])),
    ...uncounted,
  ])
  const [first] = outlines
  if (!first || ids.length === 0) return outlines
  const jobs = new Map((await deps.jobs.readAll(first.userId, ids)).map((job) => [job._id, job]))
  const after: ChapterOutline[] = []
  for (const chapter of outlines) after.push(await applyTo(deps, chapter, jobs))
  return after
}

async function applyTo({ chapters }: Deps, before: ChapterOutline, jobs: Map<string, Job>): Promise<ChapterOutline> {
  let chapter = before
  for (const [index, section] of before.sections.entries()) {
    const { job: of } = section
    const update = of && endOf(section, jobs.get(of.id), `sections.${index}`)
    if (!update) continue
    const { _id, userId } = chapter
    const guard = { [`sections.${index}.id`]: section.id, [`sections.${index}.job.id`]: of.id }
    // No match: another replica was first, or a paragraph was changed; the next examination reads it again.
    chapter = (await chapters.update({ _id, userId, ...guard }, update)) ?? chapter
  }
  for (const id of before.uncounted ?? []) {
    const job = jobs.get(id)
    if (isInFlight(job)) continue
    const { _id, userId } = chapter
    const update = { $pull: { uncounted: id }, ...callOf(job) }
    chapter = (await chapters.update({ _id, userId, uncounted: id }, update)) ?? chapter
  }
  return chapter
}

const isInFlight = (job: Job | undefined) => job !== undefined && job.status !== 'deleted' && !hasEnded(job)
const callOf = (job: Job | undefined): { $inc?: { calls: number } } => ({
  ...(job?.call?.owed && { $inc: { calls: 1 } }),
})

/** @returns undefined while the job is in flight */
function endOf({ job: of }: SectionState, job: Job | undefined, at: string): ChapterUpdate | undefined {
  if (isInFlight(job)) return undefined
  const revision = of?.revision ?? 0
  const over = { [`${at}.job`]: 1 as const }
  const calls = callOf(job)
  if (job?.status === 'completed' && job.audio) {
    return { $set: { [`${at}.sound`]: soundOf(job, job.audio, revision) }, $unset: over, ...calls }
  }
  if (job?.status === 'failed' && job.code !== 'cancelled') {
    const failure = { revision, code: job.code ?? 'failed', error: job.error ?? 'It could not be spoken' }
    return { $set: { [`${at}.failure`]: failure }, $unset: over, ...calls }
  }
  // Tried again under another request id, where it is still to be spoken.
  return { $unset: over, $inc: { ...calls.$inc, [`${at}.tries`]: 1 } }
}

function soundOf(
  job: Job,
  { name: _, peaks: __, ...audio }: NonNullable<Job['audio']>,
  revision: number,
): SectionSound {
  const { voiceUsed, provider } = spokenBy(job)
  return {
    jobId: job.sameAs ?? job._id,
    revision,
    ...audio,
    ...(voiceUsed !== undefined && { voice: voiceUsed }),
    ...(provider !== undefined && { provider }),
  }
}
