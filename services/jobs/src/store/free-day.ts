import { type FreeDayKind, freeDayCount } from '@utter/contracts/free-day'
import { rank } from '@utter/contracts/jobs'
import { freeLimitReached } from '@utter/http/problem'
import { type DayCounts, DayUsedUp } from '@utter/storage/day-counts'
import type { Job } from '../domain/job/job.ts'
import { textToSpeak } from '../domain/job/lane.ts'

/** Characters of the longest reply that chat has written: 300 tokens of four. */
const replyCharacters = 1_200

/** Characters a day of each kind; 0: no bound. */
export type FreeDayBounds = Record<FreeDayKind, number>
export type FreeDay = ReturnType<typeof createFreeDay>

/** The bound on all free accounts together in a UTC day: the only one that holds however many accounts somebody makes. */
export function createFreeDay(days: Pick<DayCounts, 'take'>, bounds: FreeDayBounds) {
  return {
    /** @returns gives it back. @throws Problem 503 `free_limit_reached`; the fault of Redis while it is unavailable */
    async take(jobs: Job[]): Promise<() => Promise<void>> {
      const amounts: Record<FreeDayKind, number> = { speech: 0, chat: 0 }
      for (const job of jobs) {
        const asksModel = job.rank < rank.replyWritten
        amounts.speech += asksModel ? replyCharacters : textToSpeak(job).length
        if (asksModel) amounts.chat += job.userText.length
      }
      const bounded = (Object.keys(amounts) as FreeDayKind[]).filter((kind) => bounds[kind] > 0 && amounts[kind] > 0)
      try {
        return await days.take(
          bounded.map((kind) => ({ name: freeDayCount(kind), amount: amounts[kind], max: bounds[kind] })),
        )
      } catch (error) {
        throw error instanceof DayUsedUp ? freeLimitReached(error.secondsLeft) : error
      }
    },
  }
}
