import { planOf, type TierName } from '@utter/contracts/plans'
import type { LifecycleDeps } from '../deps.ts'
import type { ListedPronunciation } from '../domain/job/pronounced.ts'

/**
 * recipe 19: the entries by which an account's texts are spoken now: none on a plan without lists, which keeps the list that there is.
 * @param known the plan, where the caller's identity has it: without lists in it nothing is read
 */
export async function pronunciationsOf(
  { pronunciations, allowances, plans }: Pick<LifecycleDeps, 'pronunciations' | 'allowances' | 'plans'>,
  userId: string,
  known?: TierName,
): Promise<ListedPronunciation[]> {
  if (known && !planOf(plans, known).pronunciations) return []
  const entries = await pronunciations.entriesOf(userId)
  // Read only for those that have a list.
  const tier = entries.length > 0 ? (known ?? (await allowances.read(userId))?.tier) : undefined
  return tier && planOf(plans, tier).pronunciations ? entries : []
}
