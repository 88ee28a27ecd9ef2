import type { Job } from './job.ts'

/** How a job ended, seen by the objective for jobs (infra/operating/slos.md). `own-fault`: by the account itself, which no objective counts. */
type EndOutcome = 'in-time' | 'late' | 'failed' | 'own-fault'

/** The time that every job may take, in ms, however short it was expected to be. */
const alwaysInTimeMs = 30_000
/** How many times as long as expected a job may take. */
const maxTimesExpected = 4
/** Failures that are acts of the account beside those of its text (`ownFault`). */
const actsOfAccount: ReadonlySet<string | undefined> = new Set(['cancelled', 'invalid_voice'])

/** The outcome of a job that has ended. Its time begins when it is active: the account's other jobs, for which it waited, are its own. */
export function endOutcomeOf(
  job: Pick<Job, 'status' | 'ownFault' | 'code' | 'timeline' | 'createdAt' | 'completedAt' | 'expectedMs'>,
): EndOutcome {
  if (job.status !== 'completed') return job.ownFault || actsOfAccount.has(job.code) ? 'own-fault' : 'failed'
  const activeAt = job.timeline.find(({ step }) => step === 'activated')?.at ?? job.createdAt
  const tookMs = (job.completedAt ?? activeAt).getTime() - activeAt.getTime()
  return tookMs <= Math.max(alwaysInTimeMs, maxTimesExpected * (job.expectedMs ?? 0)) ? 'in-time' : 'late'
}
