import { noPronunciationsSentence } from '@utter/contracts/http/pronunciations'
import { type Plan, planOf } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { forbidden } from '@utter/http/problem'
import { type ListedPronunciation, listedAmong } from '../domain/job/pronounced.ts'

/**
 * A plan without lists keeps the one from before, of which entries may be removed.
 * @param present read on such a plan alone
 * @returns whether texts are spoken by the new list
 * @throws Problem 403 on a plan without pronunciation lists, for an entry that is not in the present one
 */
export async function checkPronunciations(
  { tier }: Pick<Identity, 'tier'>,
  plans: Plan[],
  entries: ListedPronunciation[],
  present: () => Promise<ListedPronunciation[]>,
): Promise<boolean> {
  if (planOf(plans, tier).pronunciations) return true
  const listed = await present()
  if (listed.length > 0 && listedAmong(entries, listed)) return false
  throw noPronunciations(plans)
}

export const noPronunciations = (plans: Plan[]) => forbidden(noPronunciationsSentence(plans), 'plan_required')
