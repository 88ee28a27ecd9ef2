import { freeDayCount, freeDayKinds } from '@utter/contracts/free-day'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { PeriodCounts } from '@utter/storage/counts/period-counts'
import type { Log } from '@utter/telemetry/log'
import { measureFreeDay } from '../metrics.ts'
import type { FreeDayBounds } from '../store/free-bounds.ts'

const everyMs = 10_000

/** Measures how much of their day free accounts have used, of each kind that has a bound: the same in every replica. */
export const watchFreeDay = (days: Pick<PeriodCounts, 'used'>, bounds: FreeDayBounds, log: Log): AsyncDisposable =>
  repeatEvery(everyMs, 'the day of free accounts', log, () => lookAtFreeDay(days, bounds))

export async function lookAtFreeDay(days: Pick<PeriodCounts, 'used'>, bounds: FreeDayBounds): Promise<void> {
  const bounded = freeDayKinds.filter((kind) => bounds[kind] > 0)
  if (bounded.length === 0) return
  const used = await days.used(bounded.map(freeDayCount))
  for (const [index, kind] of bounded.entries()) measureFreeDay(kind, (used[index] ?? 0) / bounds[kind])
}
