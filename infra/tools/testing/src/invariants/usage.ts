import type { Allowance } from '@utter/jobs/domain/allowance/allowance'
import { countedFrom, dayName, dayOf } from '@utter/jobs/domain/allowance/usage-days'
import type { Job } from '@utter/jobs/domain/job/job'
import type { StoredUsage } from '@utter/jobs/store/usage'

export type UsageRecord = Pick<StoredUsage, 'day' | 'rows'>

/** Each day that is read from its sum has the calls that the jobs of that day owe, by key and voice; a later one needs none. */
export function usageViolations(
  allowance: Pick<Allowance, 'sums' | 'summing' | 'unsummedFrom'>,
  jobs: Partial<Pick<Job, 'call' | 'completedAt' | 'keyId' | 'voiceId'>>[],
  usage: UsageRecord[] = [],
): string[] {
  const counted = countedFrom(allowance)
  const owed = new Map<string, number>()
  const add = (key: string, calls: number) => owed.set(key, (owed.get(key) ?? 0) + calls)
  for (const { call, completedAt, keyId = '', voiceId = '' } of jobs)
    if (call?.owed && completedAt && dayOf(completedAt) < counted)
      add(`${dayName(dayOf(completedAt))} by '${keyId}' with '${voiceId}'`, 1)
  for (const { day, rows } of usage)
    if (day < counted)
      for (const { keyId, voiceId, calls } of rows) add(`${dayName(day)} by '${keyId ?? ''}' with '${voiceId}'`, -calls)
  return [...owed]
    .filter(([, left]) => left !== 0)
    .map(([key, left]) => `the sums of ${key} are ${Math.abs(left)} ${left > 0 ? 'below' : 'above'} what the jobs owe`)
}
