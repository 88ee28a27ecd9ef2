import { requestLogDays } from '@utter/contracts/http/account/requests'
import type { NoteRequests } from '@utter/contracts/http/internal/account/note-requests'
import type { Clock } from '@utter/runtime/clock'
import { isRefused, requestEntry } from '../domain/request-entry.ts'
import type { RequestEntries } from '../store/request-entries.ts'

/**
 * Requests of one account in a minute that this replica stores: so many that succeeded, and as many that were refused, so that neither crowds
 * out the other. An account that never pauses has 2.4 million entries in 7 days, some 600 MB; 120 a minute are a request each half second.
 */
const maxPerMinute = 120
const minuteMs = 60_000

export type RequestLog = ReturnType<typeof createRequestLog>

/** The log of the accounts' requests, as far as it has room for them: the rest is counted. */
export function createRequestLog({ entries, clock }: { entries: RequestEntries; clock: Clock }) {
  const counts = new Map<string, number>()
  let minute = 0

  /** Whether one more has room in the present minute of the account. */
  function takes(kind: string): boolean {
    const present = Math.floor(clock.now().getTime() / minuteMs)
    if (present !== minute) counts.clear()
    minute = present
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return count <= maxPerMinute
  }

  return {
    /** @returns how many have room */
    async add({ requests, dropped }: NoteRequests): Promise<number> {
      const { kept = [], over = [] } = Object.groupBy(requests, (request) =>
        takes(`${request.userId} ${isRefused(request)}`) ? 'kept' : 'over',
      )
      await entries.add(kept.map(requestEntry))
      const counted = [...Map.groupBy(over, ({ userId }) => userId)].map(([userId, of]) => {
        const times = of.map(({ at }) => at).sort()
        return { userId, count: of.length, from: times[0] ?? '', to: times.at(-1) ?? '' }
      })
      await Promise.all([...dropped, ...counted].map((one) => entries.drop(one)))
      return kept.length
    },
    page: entries.page,
    removeOf: entries.removeOf,
    removeOld: () => entries.removeBefore(new Date(clock.now().getTime() - requestLogDays * 24 * 3_600_000)),
  }
}
