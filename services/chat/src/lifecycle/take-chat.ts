import { planOf, unlimited } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { Problem } from '@utter/http/problem'
import { DayUsedUp } from '@utter/storage/day-counts'
import type { Deps } from '../deps.ts'

/**
 * Counts a direct chat of the account's day, before anything is asked.
 * @returns gives it back. @throws Problem 429 `chat_limit_reached` where the plan has no more of them
 */
export async function takeChat(
  { days, plans }: Pick<Deps, 'days' | 'plans'>,
  { userId, tier }: Pick<Identity, 'userId' | 'tier'>,
): Promise<() => Promise<void>> {
  const max = planOf(plans, tier).chatsPerDay
  if (max === unlimited) return async () => {}
  try {
    return await days.take([{ name: `chats:${userId}`, amount: 1, max }])
  } catch (error) {
    if (!(error instanceof DayUsedUp)) throw error
    throw new Problem(429, 'chat_limit_reached', 'Daily chat limit reached', {
      headers: { 'retry-after': String(error.secondsLeft) },
    })
  }
}
