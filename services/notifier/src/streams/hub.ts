import type { Change } from '../domain/change.ts'

export type Listener = (change: Change) => void
export type Hub = ReturnType<typeof createHub>

/** Hands each change to the streams that follow its account or its job. */
export function createHub() {
  const topics = new Map<string, Set<Listener>>()
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
    publish(change: Change): void {
      for (const topic of [accountTopic(change.userId), jobTopic(change.jobId)]) {
        for (const listener of topics.get(topic) ?? []) listener(change)
      }
    },
    followAccount: (userId: string, listener: Listener) => subscribe(accountTopic(userId), listener),
    followJob: (jobId: string, listener: Listener) => subscribe(jobTopic(jobId), listener),
  }
}
