import { type Change, keyOf } from '../domain/change.ts'
import type { WorkChange } from '../domain/work-change.ts'

/**
 * Time for which a change that was sent is remembered, at least: duplicates come within seconds, and each stream is
 * compared with jobs within a minute of a change. It is no number of changes, which a busy platform reaches in seconds.
 */
const rememberedMs = 120_000

export type Listener<One = Change> = (change: One) => void
type Listeners<One = Change> = Map<string, readonly Listener<One>[]>
export type Hub = ReturnType<typeof createHub>

/** Delivers each change, once, to the streams that follow its account or its job: an event may be consumed again after a crash. */
export function createHub() {
  const ofAccounts: Listeners = new Map()
  const ofJobs: Listeners = new Map()
  const ofWorks: Listeners<WorkChange> = new Map()
  let sent = { recent: new Set<string>(), before: new Set<string>(), sinceMs: performance.now() }
  const isSent = (key: string) => sent.recent.has(key) || sent.before.has(key)
  const remember = (key: string) => {
    const nowMs = performance.now()
    if (nowMs - sent.sinceMs >= rememberedMs) sent = { recent: new Set(), before: sent.recent, sinceMs: nowMs }
    sent.recent.add(key)
  }
  return {
    /** Whether a stream follows the account or the job, those that are being opened included. */
    isFollowed: (userId: string, jobId: string): boolean => ofAccounts.has(userId) || ofJobs.has(jobId),
    /** Whether a stream follows the account, or one of its works. */
    areWorksFollowed: (userId: string): boolean => ofAccounts.has(userId) || ofWorks.has(userId),
    isJobFollowed: (jobId: string): boolean => ofJobs.has(jobId),
    /** Whether this version of the job was sent to streams, as far as it is remembered. */
    hasPublished: (change: Pick<Change, 'jobId' | 'version'>): boolean => isSent(keyOf(change)),
    /** @returns how many streams it was handed to */
    publish(change: Change): number {
      const key = keyOf(change)
      if (isSent(key)) return 0
      const listeners = [...(ofAccounts.get(change.userId) ?? []), ...(ofJobs.get(change.jobId) ?? [])]
      if (listeners.length > 0) remember(key)
      for (const listener of listeners) listener(change)
      return listeners.length
    },
    followAccount: (userId: string, listener: Listener) => follow(ofAccounts, userId, listener),
    followJob: (jobId: string, listener: Listener) => follow(ofJobs, jobId, listener),
    /** To the streams of works of the account, each of which drops what it has. */
    publishWork(userId: string, change: WorkChange): void {
      for (const listener of ofWorks.get(userId) ?? []) listener(change)
    },
    followWork: (userId: string, workId: string, listener: Listener<WorkChange>) =>
      follow(ofWorks, userId, (change: WorkChange) => {
        if (change.workId === workId) listener(change)
      }),
  }
}

/** @returns unsubscribes */
function follow<One>(all: Listeners<One>, id: string, listener: Listener<One>): () => void {
  const others = all.get(id)
  all.set(id, others ? [...others, listener] : [listener])
  return () => {
    const left = (all.get(id) ?? []).filter((one) => one !== listener)
    if (left.length > 0) all.set(id, left)
    else all.delete(id)
  }
}
