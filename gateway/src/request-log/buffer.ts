import {
  type DroppedCount,
  maxNoted,
  type NotedRequest,
  type NoteRequests,
} from '@utter/contracts/http/internal/account/note-requests'

/** Entries that wait: those of four batches, some 2 MB at most. */
const maxWaiting = 4 * maxNoted
/** Entries of one account that wait: a flood of its own drops its own. */
const maxOfAccount = 100
/** Accounts of which it is counted how many entries were dropped; of others they are in the metric alone. */
const maxCounted = maxNoted

export type RequestBuffer = ReturnType<typeof createRequestBuffer>

/** Entries on their way to account. A count by account says what had no room, and goes with the next batch. */
export function createRequestBuffer() {
  const waiting: NotedRequest[] = []
  const ofAccount = new Map<string, number>()
  const dropped = new Map<string, DroppedCount>()

  function drop(one: DroppedCount): void {
    const known = dropped.get(one.userId)
    if (!known && dropped.size >= maxCounted) return
    dropped.set(one.userId, {
      userId: one.userId,
      count: (known?.count ?? 0) + one.count,
      from: known && known.from < one.from ? known.from : one.from,
      to: known && known.to > one.to ? known.to : one.to,
    })
  }
  const hasRoom = (userId: string): boolean =>
    waiting.length < maxWaiting && (ofAccount.get(userId) ?? 0) < maxOfAccount

  return {
    hasRoom,
    /** @returns whether it had room; else it is counted */
    add(entry: NotedRequest): boolean {
      const { userId, at } = entry
      if (!hasRoom(userId)) {
        drop({ userId, count: 1, from: at, to: at })
        return false
      }
      waiting.push(entry)
      ofAccount.set(userId, (ofAccount.get(userId) ?? 0) + 1)
      return true
    },
    /** Counts what was dropped on its way. */
    drop,
    /** The next batch, oldest first; null: nothing waits. */
    take(): NoteRequests | null {
      if (waiting.length === 0 && dropped.size === 0) return null
      const requests = waiting.splice(0, maxNoted)
      for (const { userId } of requests) {
        const left = (ofAccount.get(userId) ?? 1) - 1
        if (left > 0) ofAccount.set(userId, left)
        else ofAccount.delete(userId)
      }
      const counts = [...dropped.values()]
      dropped.clear()
      return { requests, dropped: counts }
    },
  }
}
