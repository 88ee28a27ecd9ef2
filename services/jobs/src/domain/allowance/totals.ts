import type { EstimateErrors } from './estimate-errors.ts'

/** Ended jobs of an account. */
export type Totals = { completed: number; failed: number }
/** Failed jobs by their codes, with the sentence that the latest had. */
export type Failures = Record<string, { jobs: number; error: string }>
type Bucket = Partial<Totals> & { failures?: Failures; estimates?: EstimateErrors }
/** Totals of the last hours, by ten minutes and by the hour, under their keys; older ones are removed by the next reconcile. */
export type RecentTotals = Record<string, Bucket>

/** A division of time into buckets. `shown`: how many of them, with the present one. */
type Grain = { prefix: 'b' | 'h'; ms: number; shown: number }
const tenMinutes: Grain = { prefix: 'b', ms: 600_000, shown: 13 }
const hour: Grain = { prefix: 'h', ms: 3_600_000, shown: 24 }
const grains = [tenMinutes, hour]

const bucketOf = ({ ms }: Grain, at: Date): number => Math.floor(at.getTime() / ms)
const keyAt = ({ prefix }: Grain, bucket: number): string => `${prefix}${bucket}`

/** Key in `RecentTotals` of the ten minutes in which a job has ended. */
export const tenMinutesKey = (endedAt: Date): string => keyAt(tenMinutes, bucketOf(tenMinutes, endedAt))
/** Key of the hour in which a job has ended. */
export const hourKey = (endedAt: Date): string => keyAt(hour, bucketOf(hour, endedAt))

/** Keys that are too old to be shown, at most as many as one update of an account can carry. */
export function keysOver(recent: RecentTotals, now: Date): string[] {
  const isOver = (key: string) =>
    grains.some((grain) => key.startsWith(grain.prefix) && Number(key.slice(1)) <= bucketOf(grain, now) - grain.shown)
  return Object.keys(recent).filter(isOver).slice(0, 2_000)
}

/** Totals of an hour: of the ten minutes of `until`, and of the five before them. */
export function totalsOfHour(recent: RecentTotals, until: Date): Totals {
  const sum = { completed: 0, failed: 0 }
  for (let back = 0; back < hour.ms / tenMinutes.ms; back++) {
    const bucket = recent[keyAt(tenMinutes, bucketOf(tenMinutes, until) - back)]
    sum.completed += bucket?.completed ?? 0
    sum.failed += bucket?.failed ?? 0
  }
  return sum
}

type ShownHour = Totals & { startsAt: Date; failures: Failures; estimates: EstimateErrors }

/** The hours that are shown, oldest first; the last one is that of `now`. */
export function lastHours(recent: RecentTotals, now: Date): ShownHour[] {
  const present = bucketOf(hour, now)
  return Array.from({ length: hour.shown }, (_, index) => {
    const bucket = present - hour.shown + 1 + index
    const { completed = 0, failed = 0, failures = {}, estimates = {} } = recent[keyAt(hour, bucket)] ?? {}
    return { startsAt: new Date(bucket * hour.ms), completed, failed, failures, estimates }
  })
}
