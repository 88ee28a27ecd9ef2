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
/** A change that was not published by then has lost its event: until then that may be on its way. */
const onItsWayMs = 2_000

type CompareDeps = { jobs: JobsClient; hub: Hub; clock: Clock; log: Log }
type Account = { query: AccountVersions; streams: StreamState[] }
type Compared = Account & {
  /** The versions of the jobs that have changed, and the time of the comparison. */
  changed: Record<string, number>
  nowMs: number
}

/**
 * Compares streams with jobs, in case events were lost: streams of a job catch up with its version, and a change of an
 * account that this replica has not published to its streams is published now. Past the bound on the changes of an
 * account its own streams get `reset`.
 */
export async function compareWithJobs(streams: StreamState[], deps: CompareDeps): Promise<void> {
  const accounts = [...Map.groupBy(streams, ({ stream }) => stream.userId)].map(accountOf)
  const behind: Compared[] = []
  await forEachInFlight(inPartsOf(maxAccounts, accounts), maxInFlight, async (batch) => {
    const nowMs = deps.clock.now().getTime()
    for (const state of batch.flatMap((account) => account.streams)) state.comparedAtMs = nowMs
    await orNextTime(deps, async () => {
      const answer = await deps.jobs.versions(batch.map(({ query }) => query))
      for (const account of batch) {
        const { versions = {}, changed = {} } = answer[account.query.userId] ?? {}
        for (const { stream } of account.streams) {
          const { job } = stream
          if (job && (versions[job.id] ?? 0) > job.sentVersion()) job.catchUp()
        }
        const compared = { ...account, changed, nowMs }
        if (isBehind(compared, deps)) behind.push(compared)
        else setCovered(compared)
      }
    })
  })
  if (behind.length === 0) return
  await new Promise((resolve) => setTimeout(resolve, onItsWayMs))
  await forEachInFlight(behind, maxInFlight, (account) =>
    orNextTime(deps, async () => {
      if (isBehind(account, deps)) await publishMissed(account, deps)
      setCovered(account)
    }),
  )
}

async function orNextTime({ log }: CompareDeps, compare: () => Promise<void>): Promise<void> {
  await compare().catch((error) => log.debug({ err: error }, 'accounts are compared the next time'))
}

const isBehind = ({ query, changed }: Compared, { hub }: CompareDeps): boolean =>
  query.since !== undefined && Object.entries(changed).some(([jobId, version]) => !hub.hasPublished({ jobId, version }))

function setCovered({ streams, nowMs }: Compared): void {
  for (const state of streams) state.coveredUntilMs = nowMs
}

function accountOf([userId, streams]: [string, StreamState[]]): Account {
  const covered = streams.filter(({ stream }) => !stream.job).map(({ coveredUntilMs }) => coveredUntilMs)
  const ids = streams.flatMap(({ stream }) => stream.job?.id ?? [])
  const since = covered.length > 0 ? new Date(Math.min(...covered) - overlapMs) : undefined
  return { query: { userId, ids, ...(since && { since }) }, streams }
}

async function publishMissed(
  { query: { userId, since = new Date(0) }, streams, changed }: Compared,
  { jobs, hub, clock }: CompareDeps,
): Promise<void> {
  const isTooMuch = Object.keys(changed).length > maxChangedJobs
  const missed = isTooMuch ? undefined : await jobs.changedSince(userId, since)
  if (!missed || missed.length > maxChangedJobs) {
    const reset: ResetEvent = { at: clock.now().toISOString() }
    for (const { stream } of streams) if (!stream.job) stream.sse.send(reset, { event: 'reset' })
    return
  }
  const changes = missed.flatMap((job) => changesAbove(userId, job, 0))
  for (const change of changes.sort((a, b) => a.at.getTime() - b.at.getTime()))
    if (change.at >= since) hub.publish(change)
}
