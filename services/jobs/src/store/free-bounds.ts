import { type FreeDayKind, freeDayCount } from '@utter/contracts/free-day'
import { type FreeMonthKind, replyCharacters } from '@utter/contracts/free-month'
import { defaultSessionId, rank } from '@utter/contracts/jobs'
import { networkMonth, networkMonthUsedUp } from '@utter/http/limits/free-month'
import { freeLimitReached } from '@utter/http/problem'
import { type PeriodCounts, UsedUp } from '@utter/storage/counts/period-counts'
import type { RecentNetworks } from '@utter/storage/counts/recent-networks'
import type { PresentVersions } from '../domain/job/cache-key.ts'
import type { Job } from '../domain/job/job.ts'
import { textToSpeak } from '../domain/job/lane.ts'
import { isVendorVoice } from '../domain/voice/is-vendor-voice.ts'

/** Characters of each kind in a UTC day, of all free accounts; 0: no bound. */
export type FreeDayBounds = Record<FreeDayKind, number>
/** Characters of each kind in a UTC month, of those of one network; 0: no bound. */
export type FreeMonthBounds = Record<FreeMonthKind, number>
export type FreeBounds = ReturnType<typeof createFreeBounds>

type Deps = {
  counts: Pick<PeriodCounts, 'take'>
  networks: Pick<RecentNetworks, 'note'>
  versions: () => PresentVersions
}

/**
 * The bounds on free accounts: all of them together have a UTC day, the only bound that holds however many accounts somebody makes from
 * however many networks; and those of one network a UTC month of what vendors are paid for.
 */
export function createFreeBounds(
  { counts, networks, versions }: Deps,
  { day, month }: { day: FreeDayBounds; month: FreeMonthBounds },
) {
  return {
    /**
     * @param address from which the account submits
     * @returns gives it back
     * @throws Problem 503 `free_limit_reached`, 429 `free_network_limit_reached`; the fault of Redis while it is unavailable
     */
    async take(jobs: [Job, ...Job[]], address: string): Promise<() => Promise<void>> {
      const amounts = charactersOf(jobs, versions())
      const shared = (['speech', 'chat'] as const).filter((kind) => day[kind] > 0 && amounts[kind] > 0)
      // The turns that a session remembers are sent to the model as well: chat counts them when it writes the reply.
      const sendsTurns = amounts.chat > 0 && jobs.some(({ sessionId }) => sessionId !== defaultSessionId)
      if (sendsTurns && month.chat > 0 && address !== '') await networks.note(jobs[0].userId, address)
      try {
        return await counts.take([
          ...shared.map((kind) => ({ name: freeDayCount(kind), amount: amounts[kind], max: day[kind] })),
          ...networkMonth('voices', address, { amount: amounts.voices, max: month.voices }),
          ...networkMonth('chat', address, { amount: amounts.chat + amounts.replies, max: month.chat }),
        ])
      } catch (error) {
        throw error instanceof UsedUp ? (networkMonthUsedUp(error) ?? freeLimitReached(error.secondsLeft)) : error
      }
    },
  }
}

/** `speech`: spoken in any voice; `voices`: in one of a vendor outside; `chat`: sent to the chat model; `replies`: written by it, at most. */
function charactersOf(jobs: Job[], versions: PresentVersions) {
  const sum = { speech: 0, voices: 0, chat: 0, replies: 0 }
  for (const job of jobs) {
    const asksModel = job.rank < rank.replyWritten
    const spoken = asksModel ? replyCharacters : textToSpeak(job).length
    sum.speech += spoken
    if (isVendorVoice(job, versions)) sum.voices += spoken
    if (!asksModel) continue
    sum.chat += job.userText.length
    sum.replies += replyCharacters
  }
  return sum
}
