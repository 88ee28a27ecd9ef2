import { setTimeout as pause } from 'node:timers/promises'
import type { ClaimId, ClaimSeen } from '@utter/contracts/claims'
import type { Publish } from '@utter/messaging/open'
import { systemClock } from '@utter/runtime/clock'
import type { Log } from '@utter/telemetry/log'
import { reportOf, type Worker } from './worker.ts'

/** Claims in one turn of the sweep, and in all watched by a process. */
const maxDue = 100
const maxWatched = 500

export type DueClaimsOptions = {
  /** A claim whose heartbeat is unchanged for so long, by our own clock, belongs to a dead process; in ms. */
  deadAfterMs: number
  publish: Publish
  /** Called for each result whose report is published. */
  onReported(id: ClaimId): void
  /** Called when a step waits again. */
  onBack(): void
  leaving: AbortSignal
  log: Log
}

/** Looks after what a process left behind that died: steps that it had begun wait again, and results that it had not reported are. */
export function createDueClaims(worker: Worker, options: DueClaimsOptions) {
  const { deadAfterMs, publish, onReported, onBack, leaving, log } = options
  const watched = new Set<string>()

  /** A renewal that is late is no death: what counts is the heartbeat, by one clock. */
  async function watch(id: ClaimId, seen: ClaimSeen): Promise<void> {
    watched.add(id.jobId)
    try {
      await pause(deadAfterMs, undefined, { signal: leaving })
      if (!(await worker.claims.takeBack(id, seen))) return
      log.warn({ jobId: id.jobId, stage: worker.stage }, 'the owner of a claim has died: its step waits again')
      onBack()
    } catch (error) {
      if (!leaving.aborted) log.warn({ err: error, jobId: id.jobId }, 'a claim could not be taken back')
    } finally {
      watched.delete(id.jobId)
    }
  }

  return {
    /** A turn of the sweep. */
    async sweep(): Promise<void> {
      if (leaving.aborted || watched.size >= maxWatched) return
      for (const due of await worker.claims.due(systemClock.now(), maxDue)) {
        if ('held' in due) {
          if (!watched.has(due.jobId)) void watch(due, due.held)
          continue
        }
        await publish(reportOf(worker, due, due.userId, due.result))
        onReported(due)
      }
    },
  }
}
