import { unavailable } from '@utter/http/problem'
import { every } from '@utter/runtime/every'
import type { Log } from '@utter/telemetry/log'
import type { JobStore } from './store/jobs.ts'

/** Refuses submissions while more events wait for the broker than the outbox may hold; looked at once a second. */
export function openAdmission(jobs: JobStore, limit: number, log: Log) {
  let isFull = false
  const watch = every(1_000, 'outbox size', log, async () => {
    isFull = (await jobs.countUnsaid(limit)) >= limit
  })
  return {
    async admit(): Promise<void> {
      if (isFull) throw unavailable('Too many jobs are waiting, try again in a moment', 5)
    },
    [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose](),
  }
}
