import { LRUCache } from 'lru-cache'
import { type Change, keyOf } from '../domain/change.ts'

/** Changes remembered as published, to drop duplicates, which come within seconds. */
const maxRemembered = 50_000

export type Listener = (change: Change) => void
export type Hub = ReturnType<typeof createHub>

/** Delivers each change, once, to the streams that follow its account or its job: an event may be consumed again after a crash. */
export function createHub() {
  const topics = new Map<string, Set<Listener>>()
  const recent = new LRUCache<string, true>({ max: maxRemembered })
  const accountTopic = (userId: string) => `account ${userId}`
  const jobTopic = (jobId: string) => `job ${jobId}`
  const subscribe = (topic: string, listener: Listener) => {
    const listeners = topics.get(topic) ?? new Set()
    topics.set(topic, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) topics.delete(topic)
    }
  }
  return {
    /** Whether this version of the job was published to streams, as far as it is remembered. */
    hasPublished: (change: Pick<Change, 'jobId' | 'version'>): boolean => recent.has(keyOf(change)),
    /** @returns how many streams it was handed to */
    publish(change: Change): number {
      const key = keyOf(change)
      if (recent.has(key)) return 0
      recent.set(key, true)
      const listeners = [accountTopic(change.userId), jobTopic(change.jobId)].flatMap((topic) => [
        ...(topics.get(topic) ?? []),
      ])
      for (const listener of listeners) listener(change)
      return listeners.length
    },
    followAccount: (userId: string, listener: Listener) => subscribe(accountTopic(userId), listener),
    followJob: (jobId: string, listener: Listener) => subscribe(jobTopic(jobId), listener),
  }
}
