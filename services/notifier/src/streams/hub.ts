import { type Change, keyOf } from '../domain/change.ts'

/**
 * Time for which a change that was sent is remembered, at least: duplicates come within seconds, and each stream is
 * compared with jobs within a minute of a change. It is no number of changes, which a busy platform reaches in seconds.
 */
const rememberedMs = 120_000

export type Listener = (change: Change) => void
type Listeners = Map<string, readonly Listener[]>
export type Hub = ReturnType<typeof createHub>

/** Delivers each change, once, to the streams that follow its account or its job: an event may be consumed again after a crash. */
export function createHub() {
  const ofAccounts: Listeners = new Map()
  const ofJobs: Listeners = new Map()
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
  }
}

/** @returns unsubscribes */
function follow(all: Listeners, id: string, listener: Listener): () => void {
  const others = all.get(id)
  all.set(id, others ? [...others, listener] : [listener])
  return () => {
    const left = (all.get(id) ?? []).filter((one) => one !== listener)
    if (left.length > 0) all.set(id, left)
    else all.delete(id)
  }
}
