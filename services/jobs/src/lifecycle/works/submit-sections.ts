import { randomUUID } from 'node:crypto'
import { noWorksSentence } from '@utter/contracts/http/works/requests'
import { Problem } from '@utter/http/problem'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { hasFailed, isSpoken } from '../../domain/works/progress.ts'
import { sectionJob } from '../../domain/works/section-job.ts'
import type { ChapterOutline, SectionState, Work } from '../../domain/works/work.ts'
import { presentAccount } from '../allowance-of.ts'
import { submit } from '../submit/submit.ts'

/** Jobs of works that one account has in flight: the rest of its concurrency stays for its single jobs. */
export const maxSectionsInFlight = 3

/** A section that is to be spoken, and its place. */
type Wanted = { chapter: ChapterOutline; index: number; section: SectionState }
/** Why no more is submitted now: the account's calls or its plan. */
export type Refused = { reason: string }

/** Jobs that the account's works may begin now. */
export const roomOf = async ({ jobs }: Pick<LifecycleDeps, 'jobs'>, userId: string): Promise<number> =>
  maxSectionsInFlight - (await jobs.countSections(userId))

/** Sections without a sound as they are now, and without a job. */
function wantedOf(chapters: ChapterOutline[]): Wanted[] {
  const all = chapters.flatMap((chapter) =>
    chapter.sections.flatMap((section, index): Wanted[] =>
      section.job || isSpoken(section) || hasFailed(section) ? [] : [{ chapter, index, section }],
    ),
  )
  // A changed paragraph is waited for by somebody who has heard the one before.
  return [...all.filter(({ section }) => section.sound), ...all.filter(({ section }) => !section.sound)]
}

/**
 * recipe 21.4: jobs for the next sections of a work, as many as its account has room for. Each is submitted under a request id of its section and revision, then
 * named by its chapter: after a crash in between the same submission finds the same job.
 * @throws Problem 503 where a submission has to be sent again
 */
export async function submitSections(
  deps: LifecycleDeps,
  work: Work,
  outlines: ChapterOutline[],
): Promise<Refused | undefined> {
  const wanted = wantedOf(outlines)
  if (wanted.length === 0) return undefined
  const { plan } = await presentAccount(deps, work.userId, work.createdAt)
  if (!plan.works) return { reason: noWorksSentence(deps.plans) }
  const room = await roomOf(deps, work.userId)
  for (const one of wanted.slice(0, Math.max(0, room))) {
    try {
      await submitSection(deps, work, one, plan.name)
    } catch (error) {
      if (error instanceof Problem && error.status === 402) return { reason: error.message }
      throw error
    }
  }
  return undefined
}

async function submitSection(
  deps: LifecycleDeps,
  work: Work,
  { chapter: { _id: chapterId }, index, section }: Wanted,
  tier: LifecycleDeps['plans'][number]['name'],
): Promise<void> {
  const { chapters, clock } = deps
  const { userId } = work
  const chapter = await chapters.read(userId, chapterId)
  const present = chapter?.sections[index]
  // A paragraph was changed meanwhile: the next examination finds it.
  if (!chapter || present?.id !== section.id || present.revision !== section.revision) return
  const draft = sectionJob(work, chapter, present, randomUUID(), clock.now())
  const { job } = await submit(deps, draft, {
    signedUpAt: work.createdAt,
    tier,
    isFresh: true,
    ...(work.monthlyCap !== undefined && { monthlyCap: work.monthlyCap }),
  })
  failpoint('section-submitted')
  const at = `sections.${index}`
  await chapters.update(
    { _id: chapterId, userId, [`${at}.id`]: section.id, [`${at}.job`]: { $exists: false } },
    { $set: { [`${at}.job`]: { id: job._id, revision: section.revision } }, $addToSet: { [`${at}.jobs`]: job._id } },
  )
}
