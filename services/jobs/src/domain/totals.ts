/** Ended jobs of an account. */
export type Totals = { completed: number; failed: number }
/** Totals by ten minutes, under their keys; those older than two hours are removed by the next reconcile. */
export type RecentTotals = Record<string, Totals>

const bucketMs = 600_000
const bucketsInAnHour = 6
const bucketsShown = 2 * bucketsInAnHour

/** Number of the ten minutes in which a job has ended. */
const bucketOf = (at: Date): number => Math.floor(at.getTime() / bucketMs)
const keyOf = (bucket: number): string => `b${bucket}`

/** Key in `RecentTotals` of the ten minutes in which a job has ended. */
export const recentKey = (endedAt: Date): string => keyOf(bucketOf(endedAt))

/** Keys that are too old to be shown, at most as many as one update of an account can carry. */
export function keysOver(recent: RecentTotals, now: Date): string[] {
  const oldest = bucketOf(now) - bucketsShown
  return Object.keys(recent)
    .filter((key) => Number(key.slice(1)) < oldest)
    .slice(0, 2_000)
}

/** Totals of an hour: of the ten minutes of `until`, and of the five before them. */
export function totalsOfHour(recent: RecentTotals, until: Date): Totals {
  const sum = { completed: 0, failed: 0 }
  for (let back = 0; back < bucketsInAnHour; back++) {
    const bucket = recent[keyOf(bucketOf(until) - back)]
    sum.completed += bucket?.completed ?? 0
    sum.failed += bucket?.failed ?? 0
  }
  return sum
}
