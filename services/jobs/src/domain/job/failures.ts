import type { FailureStats } from '@utter/contracts/http/jobs/job-views'
import type { Failures } from '../allowance/totals.ts'
import type { Job } from './job.ts'

const maxShown = 5
const maxSentence = 200
/** The code of a cancelled job: the account's own act and not a fault, so it is listed after all faults. */
const cancelled = 'cancelled'

/** Key under which a failure is counted: its code, if that is a word as ours are. Anything else could be no key, or one of many. */
export const failureKey = (code = ''): string => (/^[a-z][a-z0-9_]{0,49}$/.test(code) ? code : 'other')

/** Sentence that is kept of a failure. */
export const failureSentence = ({ error }: Pick<Job, 'error'>): string =>
  (error ?? 'Unknown error').slice(0, maxSentence)

/** The most frequent reasons of these hours, oldest hour first, with the latest sentence of each. */
export function topFailures(hours: Failures[]): FailureStats[] {
  const byCode = new Map<string, FailureStats>()
  for (const failures of hours)
    for (const [code, { jobs, error }] of Object.entries(failures))
      byCode.set(code, { code, error, jobs: jobs + (byCode.get(code)?.jobs ?? 0) })
  const isCancelled = ({ code }: FailureStats) => Number(code === cancelled)
  return [...byCode.values()]
    .sort((a, b) => isCancelled(a) - isCancelled(b) || b.jobs - a.jobs || a.code.localeCompare(b.code))
    .slice(0, maxShown)
}
