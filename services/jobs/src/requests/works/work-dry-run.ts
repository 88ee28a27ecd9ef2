import type { WorkDryRun } from '@utter/contracts/http/works/views'
import type { Deps } from '../../deps.ts'
import { sectionJob } from '../../domain/works/section-job.ts'
import type { Chapter } from '../../domain/works/work.ts'
import type { SubmitOptions } from '../../lifecycle/submit/submit.ts'
import type { WorkDraft } from '../../lifecycle/works/submit-work.ts'
import { priceOf } from '../dry-run.ts'
import { keptShares } from './kept-shares.ts'

/** The dry run of a work, and the calls that each of its chapters would take. */
export type PricedWork = { dryRun: WorkDryRun; callsOf(chapter: Pick<Chapter, '_id'>): number }

/**
 * The size and the price that a work would have: nothing is kept, and no call is taken. A section whose sound is kept whole, by a work of before, takes
 * none; where that is not told, each takes one.
 */
export async function dryRunOfWork(
  deps: Deps,
  { work, chapters }: WorkDraft,
  payer: SubmitOptions,
): Promise<PricedWork> {
  const sections = chapters.flatMap((chapter) => chapter.sections.map((section) => ({ chapter, section })))
  const now = deps.clock.now()
  const asWork = { ...work, state: 'speaking' as const }
  const jobs = sections.map(({ chapter, section }) => sectionJob(asWork, chapter, section, section.id, now))
  const shares = await keptShares(deps, jobs)
  const shareOf = (index: number) => shares?.[index] ?? 0
  const costly = sections.filter((_, index) => shareOf(index) < 1)
  const { userId, keyId } = work
  return {
    callsOf: ({ _id }) => costly.filter(({ chapter }) => chapter._id === _id).length,
    dryRun: {
      characters: work.characters,
      chapters: chapters.length,
      paragraphs: sections.reduce((sum, { section }) => sum + section.paragraphs.length, 0),
      ...(shares && {
        keptCharacters: sections.reduce(
          (sum, { section }, index) => sum + Math.floor(section.characters * shareOf(index)),
          0,
        ),
      }),
      ...(await priceOf(deps, { userId, keyId }, costly.length, payer)),
      expectedSeconds: Math.max(
        1,
        Math.ceil(
          deps.estimates.msOfAll(
            jobs.filter((_, index) => shareOf(index) < 1),
            now,
          ) / 1_000,
        ),
      ),
    },
  }
}
