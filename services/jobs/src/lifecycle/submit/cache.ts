import { progress, rank } from '@utter/contracts/jobs'
import { failpoint } from '@utter/runtime/failpoint'
import type { LifecycleDeps } from '../../deps.ts'
import { isMadeWith } from '../../domain/job/cache-key.ts'
import { isShown, type Job, type ShownJob } from '../../domain/job/job.ts'
import { type ListedPronunciation, spokenTextOf } from '../../domain/job/pronounced.ts'
import type { SpokenJob } from '../../store/jobs/spoken.ts'
import { ended } from '../../store/step-updates.ts'
import { periodOf, type Start } from '../allowance-of.ts'
import { settle } from '../end/settle.ts'

/** How long after its end a job may be reused for others that sound the same. */
const cachedForMs = 24 * 3_600_000

/**
 * recipe 15.
 * @param options `needsWords`: none without word timestamps is taken
 * @returns the id of the latest spoken job that sounds as this draft would; undefined when there is none
 */
export async function findSame(
  { jobs, versions, clock }: LifecycleDeps,
  draft: Job,
  list: ListedPronunciation[],
  { needsWords = false }: { needsWords?: boolean } = {},
): Promise<string | undefined> {
  const { userId, cacheKey, retryOf, voiceId } = draft
  // A retry is asked for because the earlier one was not what it should be.
  if (cacheKey === undefined || retryOf !== undefined) return undefined
  const since = new Date(clock.now().getTime() - cachedForMs)
  const spoken = await jobs.spokenSince(userId, cacheKey, since)
  const present = versions()
  // The key of a reply cannot know its text.
  const isSpokenAs = ({ kind, aiResponse, spokenText }: SpokenJob) =>
    kind === 'tts' || aiResponse === undefined || spokenTextOf({ ...draft, aiResponse }, list, present) === spokenText
  // The transcriber was away then, and may be back.
  const isChecked = ({ work }: SpokenJob) => !draft.check || !present.hearing || work?.speech?.checked !== 'shape'
  const hasEnough = ({ words }: SpokenJob) => words || !needsWords
  return spoken.find((job) => isMadeWith(job, voiceId, present) && isSpokenAs(job) && isChecked(job) && hasEnough(job))
    ?._id
}

/**
 * recipe 15: a draft that was inserted with `sameAs` is completed at once with the reply and the sound of that job.
 * @returns null when that job is no longer there: the draft has to take a call
 */
export async function completeAsSame(
  deps: LifecycleDeps,
  draft: Job,
  same: string,
  start: Start,
): Promise<ShownJob | null> {
  const { jobs, clock, relay } = deps
  const { _id, userId } = draft
  // After the insertion, never before: a deletion since then has found this draft, and one before it is found here.
  const spoken = await jobs.read(userId, same)
  if (spoken?.status !== 'completed' || !spoken.audio) {
    await jobs.update({ _id, userId, status: 'submitting' }, { $unset: { sameAs: 1 } })
    return null
  }
  const { period, month } = await periodOf(deps, userId, start)
  const now = clock.now()
  const job = await jobs.update(
    { _id, userId, status: 'submitting' },
    {
      $set: {
        ...ended('completed', now),
        cached: true,
        call: { period, ...(month && { month }), owed: false },
        rank: rank.stored,
        progress: progress.stored,
        audio: spoken.audio,
        ...(spoken.aiResponse !== undefined && { aiResponse: spoken.aiResponse }),
        version: 1,
        unpublishedSince: now,
        updatedAt: now,
      },
      // Only a job that was spoken is reused for others.
      $unset: { cacheKey: 1 },
      $push: { timeline: { at: now, step: 'completed', status: 'completed', progress: progress.stored } },
    },
  )
  failpoint('cached')
  const present = job ?? (await jobs.read(userId, _id))
  if (!present || !isShown(present)) return null
  if (job) {
    await settle(deps, job)
    relay.soon(job)
  }
  return present
}
