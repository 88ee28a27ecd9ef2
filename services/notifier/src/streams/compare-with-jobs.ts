import type { Log } from '@utter/telemetry/log'
import type { AccountVersions, JobsClient } from '../clients/jobs.ts'
import { changesAbove } from '../domain/change.ts'
import type { Hub } from './hub.ts'
import type { Tended } from './open-stream.ts'

/** Replicas' clocks, and the time between a change and its event. */
export const overlapMs = 10_000
/** Accounts that are asked for in one call to jobs, and calls at once. */
const maxAccounts = 100
const maxCalls = 4

type Deps = { jobs: JobsClient; hub: Hub; log: Log }
type OfAccount = { asked: AccountVersions; streams: Tended[] }

/**
 * Compares streams with what jobs says, whatever became of the events: those of one job catch up with its version, and a change of an
 * account that this replica has not handed on is handed on now.
 */
export async function compareWithJobs(streams: Tended[], deps: Deps): Promise<void> {
  const accounts = [...Map.groupBy(streams, ({ stream }) => stream.userId)].map(askedFor)
  const portions = Array.from({ length: Math.ceil(accounts.length / maxAccounts) }, (_, index) =>
    accounts.slice(index * maxAccounts, (index + 1) * maxAccounts),
  )
  await inTurns(portions, maxCalls, async (portion) => {
    const nowMs = Date.now()
    for (const one of portion.flatMap((account) => account.streams)) one.askedAt = nowMs
    try {
      const answer = await deps.jobs.versions(portion.map(({ asked }) => asked))
      await inTurns(portion, maxCalls, async ({ asked, streams: ofAccount }) => {
        const { versions = {}, changed = {} } = answer[asked.userId] ?? {}
        for (const { stream } of ofAccount) {
          const { job } = stream
          if (job && (versions[job.id] ?? 0) > job.told()) job.catchUp()
        }
        await handOnMissed(asked, changed, deps)
        for (const one of ofAccount) one.coveredAt = nowMs
      })
    } catch (error) {
      deps.log.debug({ err: error, accounts: portion.length }, 'accounts are compared the next time')
    }
  })
}

function askedFor([userId, streams]: [string, Tended[]]): OfAccount {
  const covered = streams.filter(({ stream }) => !stream.job).map(({ coveredAt }) => coveredAt)
  const ids = streams.flatMap(({ stream }) => stream.job?.id ?? [])
  const since = covered.length > 0 ? new Date(Math.min(...covered) - overlapMs) : undefined
  return { asked: { userId, ids, ...(since && { since }) }, streams }
}

async function handOnMissed(
  { userId, since }: AccountVersions,
  changed: Record<string, number>,
  { jobs, hub }: Deps,
): Promise<void> {
  const isMissing = Object.entries(changed).some(([jobId, version]) => !hub.hasPublished({ jobId, version }))
  if (!since || !isMissing) return
  const changes = (await jobs.changedSince(userId, since)).flatMap((job) => changesAbove(userId, job, 0))
  for (const change of changes.sort((a, b) => a.at.getTime() - b.at.getTime()))
    if (change.at >= since) hub.publish(change)
}

/** So many at once, in order. */
async function inTurns<T>(items: T[], concurrency: number, act: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of left) await act(item)
    }),
  )
}
