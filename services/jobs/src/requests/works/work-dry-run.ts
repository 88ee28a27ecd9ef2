import type { WorkDryRun } from '@utter/contracts/http/works/views'
import type { Deps } from '../../deps.ts'
import { sectionJob } from '../../domain/works/section-job.ts'
import type { SubmitOptions } from '../../lifecycle/submit/submit.ts'
import type { WorkDraft } from '../../lifecycle/works/submit-work.ts'
import { priceOf } from '../dry-run.ts'

/** The size and the price that a work would have: nothing is kept, and no call is taken. */
export async function dryRunOfWork(
  deps: Deps,
  { work, chapters }: WorkDraft,
  payer: SubmitOptions,
): Promise<WorkDryRun> {
  const sections = chapters.flatMap((chapter) => chapter.sections.map((section) => ({ chapter, section })))
  const now = deps.clock.now()
  const asWork = { ...work, state: 'speaking' as const }
  const jobs = sections.map(({ chapter, section }) => sectionJob(asWork, chapter, section, section.id, now))
  const { userId, keyId } = work
  return {
    characters: work.characters,
    chapters: chapters.length,
    paragraphs: sections.reduce((sum, { section }) => sum + section.paragraphs.length, 0),
    ...(await priceOf(deps, { userId, keyId }, sections.length, payer)),
    expectedSeconds: Math.max(1, Math.ceil(deps.estimates.msOfAll(jobs, now) / 1_000)),
  }
}
