import { freeDayCount } from '@utter/contracts/free-day'
import { planOf, unlimited } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { freeLimitReached, Problem } from '@utter/http/problem'
import { DayUsedUp } from '@utter/storage/day-counts'
import type { Deps, WorkDeps } from '../deps.ts'

/**
 * Counts a direct chat of the account's day before anything is asked, and where the account is on the free plan also what the model is sent
 * among what all of these have.
 * @param characters that the model is sent, those of earlier turns too
 * @returns gives it back. @throws Problem 429 `chat_limit_reached` where the plan has no more of them, 503 `free_limit_reached`
 */
export async function takeChat(
  { days, plans, freeDailyCharacters }: Pick<Deps, 'days' | 'plans' | 'freeDailyCharacters'>,
  { userId, tier }: Pick<Identity, 'userId' | 'tier'>,
  characters: number,
): Promise<() => Promise<void>> {
  const free = freeDayCount('chat')
  const { chatsPerDay } = planOf(plans, tier)
  try {
    return await days.take([
      ...(chatsPerDay === unlimited ? [] : [{ name: `chats:${userId}`, amount: 1, max: chatsPerDay }]),
      ...(tier === 'free' && freeDailyCharacters > 0
        ? [{ name: free, amount: characters, max: freeDailyCharacters }]
        : []),
    ])
  } catch (error) {
    if (!(error instanceof DayUsedUp)) throw error
    if (error.count === free) throw freeLimitReached(error.secondsLeft)
    throw new Problem(429, 'chat_limit_reached', 'Daily chat limit reached', {
      headers: { 'retry-after': String(error.secondsLeft) },
    })
  }
}

/**
 * Counts the earlier turns of a free account's job, which jobs could not know when it took the job and counted its text. The job is not refused
 * any more, so there is no bound; neither is it while Redis is unavailable.
 */
export async function countTurns(
  { days, freeDailyCharacters }: Pick<WorkDeps, 'days' | 'freeDailyCharacters'>,
  characters: number,
): Promise<void> {
  if (freeDailyCharacters === 0 || characters === 0) return
  await days.take([{ name: freeDayCount('chat'), amount: characters, max: Number.MAX_SAFE_INTEGER }]).catch(() => {})
}
