import type { Allowance } from '@utter/jobs/domain/allowance/allowance'
import { countedFrom, dayName, dayOf } from '@utter/jobs/domain/allowance/usage-days'
import type { Job } from '@utter/jobs/domain/job/job'
import type { StoredUsage } from '@utter/jobs/store/usage'

export type UsageRecord = Pick<StoredUsage, 'day' | 'rows'>
type CountedJob = Partial<
  Pick<Job, 'call' | 'completedAt' | 'keyId' | 'voiceId' | 'status' | 'endedAs' | 'code' | 'cached' | 'joined'>
>

/**
 * Each day that is read from its sum has the calls that the jobs of that day owe, and as many that ended so, by key and voice; a later one needs
 * none.
 */
export function usageViolations(
  allowance: Pick<Allowance, 'sums' | 'summing' | 'unsummedFrom'>,
  jobs: CountedJob[],
  usage: UsageRecord[] = [],
): string[] {
  const counted = countedFrom(allowance)
  const owed = new Map<string, number>()
  const add = (key: string, calls: number) => owed.set(key, (owed.get(key) ?? 0) + calls)
  const ofBefore = new Set(usage.filter(({ rows }) => rows.some(({ ends }) => !ends)).map(({ day }) => day.getTime()))
  for (const job of jobs) {
    const { call, completedAt, keyId = '', voiceId = '' } = job
    if (!completedAt || dayOf(completedAt) >= counted) continue
    const place = `${dayName(dayOf(completedAt))} by '${keyId}' with '${voiceId}'`
    if (call?.owed) add(`calls of ${place}`, 1)
    if (!ofBefore.has(dayOf(completedAt).getTime())) add(`${outcomeOf(job)} jobs of ${place}`, 1)
  }
  for (const { day, rows } of usage)
    if (day < counted)
      for (const { keyId, voiceId, calls, ends } of rows) {
        const place = `${dayName(day)} by '${keyId ?? ''}' with '${voiceId}'`
        add(`calls of ${place}`, -calls)
        if (!ofBefore.has(day.getTime()))
          for (const [outcome, count] of Object.entries(ends ?? {})) add(`${outcome} jobs of ${place}`, -count)
      }
  return [...owed]
    .filter(([, left]) => left !== 0)
    .map(([key, left]) => `the sums of ${key} are ${Math.abs(left)} ${left > 0 ? 'below' : 'above'} those of the jobs`)
}

function outcomeOf({ status, endedAs, code, cached, joined }: CountedJob): string {
  if (status === 'completed' || endedAs === 'completed') return cached || joined ? 'cached' : 'completed'
  return code === 'cancelled' ? 'cancelled' : 'failed'
}
