import { freeDayCount } from '@utter/contracts/free-day'
import { replyCharacters } from '@utter/contracts/free-month'
import { planOf, unlimited } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { networkMonth, networkMonthUsedUp } from '@utter/http/limits/free-month'
import { freeLimitReached, Problem } from '@utter/http/problem'
import { UsedUp } from '@utter/storage/counts/period-counts'
import type { Deps, WorkDeps } from '../deps.ts'

type Asker = Pick<Identity, 'userId' | 'tier'> & { address: string }

/**
 * Counts a direct chat of the account's day before anything is asked. Where the account is on the free plan it counts what the model is sent
 * too, among what all of these have, and with the longest reply among what those of its network have.
 * @param characters that the model is sent, those of earlier turns too
 * @returns gives it back
 * @throws Problem 429 `chat_limit_reached` where the plan has no more of them, 429 `free_network_limit_reached`, 503 `free_limit_reached`
 */
export async function takeChat(
  { counts, plans, freeCharacters: { perDay, perNetwork } }: Pick<Deps, 'counts' | 'plans' | 'freeCharacters'>,
  { userId, tier, address }: Asker,
  characters: number,
): Promise<() => Promise<void>> {
  const free = freeDayCount('chat')
  const { chatsPerDay } = planOf(plans, tier)
  const ofFree = () => [
    ...(perDay > 0 ? [{ name: free, amount: characters, max: perDay }] : []),
    ...networkMonth('chat', address, { amount: characters + replyCharacters, max: perNetwork }),
  ]
  try {
    return await counts.take([
      ...(chatsPerDay === unlimited ? [] : [{ name: `chats:${userId}`, amount: 1, max: chatsPerDay }]),
      ...(tier === 'free' ? ofFree() : []),
    ])
  } catch (error) {
    if (!(error instanceof UsedUp)) throw error
    if (error.count === free) throw freeLimitReached(error.secondsLeft)
    const ofNetwork = networkMonthUsedUp(error)
    if (ofNetwork) throw ofNetwork
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
  {
    counts,
    networks,
    freeCharacters: { perDay, perNetwork },
  }: Pick<WorkDeps, 'counts' | 'networks' | 'freeCharacters'>,
  userId: string,
  characters: number,
): Promise<void> {
  if (characters === 0) return
  const unbounded = { amount: characters, max: Number.MAX_SAFE_INTEGER / 16 }
  const count = async () => {
    const address = perNetwork > 0 ? await networks.of(userId) : ''
    const ofDay = perDay > 0 ? [{ name: freeDayCount('chat'), ...unbounded }] : []
    await counts.take([...ofDay, ...networkMonth('chat', address, unbounded)])
  }
  await count().catch(() => {})
}
