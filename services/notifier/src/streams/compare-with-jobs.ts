import { maxChangedJobs } from '@utter/contracts/http/internal/jobs/get-changed-jobs'
import type { ResetEvent } from '@utter/contracts/http/jobs/job-views'
import type { Clock } from '@utter/runtime/clock'
import { forEachInFlight, inPartsOf } from '@utter/runtime/for-each-in-flight'
import type { Log } from '@utter/telemetry/log'
import type { AccountVersions, JobsClient } from '../clients/jobs.ts'
import { changesAbove } from '../domain/change.ts'
import type { Hub } from './hub.ts'
import type { StreamState } from './stream.ts'

/** An allowance for the difference of replicas' clocks, and for the time between a change and its event. */
export const overlapMs = 10_000
/** Accounts in one call to jobs, and calls in flight. */
const maxAccounts = 100
const maxInFlight = 4

type CompareDeps = { jobs: JobsClient; hub: Hub; clock: Clock; log: Log }
type Account = { query: AccountVersions; streams: StreamState[] }

/**
 * Compares streams with jobs, in case events were lost: streams of a job catch up with its version, and a change of an
 * account that this replica has not published to its streams is published now. Past the bound on the changes of an
 * account its own streams get `reset`.
 */
export async function compareWithJobs(streams: StreamState[], deps: CompareDeps): Promise<void> {
  const accounts = [...Map.groupBy(streams, ({ stream }) => stream.userId)].map(accountOf)
  await forEachInFlight(inPartsOf(maxAccounts, accounts), maxInFlight, async (batch) => {
    const nowMs = deps.clock.now().getTime()
    for (const state of batch.flatMap((account) => account.streams)) state.comparedAtMs = nowMs
    try {
      const answer = await deps.jobs.versions(batch.map(({ query }) => query))
      await forEachInFlight(batch, maxInFlight, async (account) => {
        const { versions = {}, changed = {} } = answer[account.query.userId] ?? {}
        for (const { stream } of account.streams) {
          const { job } = stream
          if (job && (versions[job.id] ?? 0) > job.sentVersion()) job.catchUp()
        }
        await publishMissed(account, changed, deps)
        for (const state of account.streams) state.coveredUntilMs = nowMs
      })
    } catch (error) {
      deps.log.debug({ err: error, accounts: batch.length }, 'accounts are compared the next time')
    }
  })
}

function accountOf([userId, streams]: [string, StreamState[]]): Account {
  const covered = streams.filter(({ stream }) => !stream.job).map(({ coveredUntilMs }) => coveredUntilMs)
  const ids = streams.flatMap(({ stream }) => stream.job?.id ?? [])
  const since = covered.length > 0 ? new Date(Math.min(...covered) - overlapMs) : undefined
  return { query: { userId, ids, ...(since && { since }) }, streams }
}

async function publishMissed(
  { query: { userId, since }, streams }: Account,
  changed: Record<string, number>,
  { jobs, hub, clock }: CompareDeps,
): Promise<void> {
  const versions = Object.entries(changed)
  const isMissing = versions.some(([jobId, version]) => !hub.hasPublished({ jobId, version }))
  if (!since || !isMissing) return
  const missed = versions.length > maxChangedJobs ? undefined : await jobs.changedSince(userId, since)
  if (!missed || missed.length > maxChangedJobs) {
    const reset: ResetEvent = { at: clock.now().toISOString() }
    for (const { stream } of streams) if (!stream.job) stream.sse.send(reset, { event: 'reset' })
    return
  }
  const changes = missed.flatMap((job) => changesAbove(userId, job, 0))
  for (const change of changes.sort((a, b) => a.at.getTime() - b.at.getTime()))
    if (change.at >= since) hub.publish(change)
}
