import { thousandthsOf } from '@utter/contracts/calls'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import type { Plan } from '@utter/contracts/plans'
import { allowedOf } from '../usage/figures.ts'

/** Days that are read for a forecast, besides today. */
export const forecastDays = 28
const minDays = 7
/** Complete days from which on each day of the week has two of its own. */
const minDaysByWeekday = 14
const dayMs = 86_400_000

export interface Forecast {
  /** Calls of the period by its end, those that are used among them. */
  calls: number
  /** US dollars of overage by then; undefined on a plan that sells none. */
  cost?: number
  /** The day on which the calls are used up, where none is sold. */
  usedUpOn?: string
  /** How it is made. */
  by: 'weekday' | 'week'
}

type Day = Pick<UsageReport['days'][number], 'day' | 'calls'>
const weekdayOf = (day: string): number => new Date(day).getUTCDay()
const meanOf = (days: Day[]): number => days.reduce((sum, { calls }) => sum + calls, 0) / Math.max(1, days.length)

/**
 * The period at its end, if the days to come are as those before: from 14 complete days on each as the mean of its day of the week, from 7 on as
 * the mean of the last seven. Days before the first call do not count. Undefined with fewer, or with nothing to come.
 * @param days of the last weeks, the last of them today
 */
export function forecastOf(days: readonly Day[], usage: UsageView, plan: Plan | undefined): Forecast | undefined {
  const today = days.at(-1)
  const complete = days.slice(days.findIndex(({ calls }) => calls > 0)).slice(0, -1)
  if (!today || days.every(({ calls }) => calls === 0) || complete.length < minDays) return undefined
  const by = complete.length < minDaysByWeekday ? 'week' : 'weekday'
  const lastWeek = meanOf(complete.slice(-minDays))
  const meanOn = (day: string): number =>
    by === 'week' ? lastWeek : meanOf(complete.filter((one) => weekdayOf(one.day) === weekdayOf(day)))

  const allowed = allowedOf(usage)
  let [toCome, usedUpOn] = [0, undefined as string | undefined]
  for (let at = Date.parse(today.day); at < Date.parse(usage.periodEnd); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    // The last day may be a part of one.
    const share = Math.min(1, (Date.parse(usage.periodEnd) - at) / dayMs)
    toCome += day === today.day ? Math.max(0, meanOn(day) * share - today.calls) : meanOn(day) * share
    if (allowed && toCome > allowed.left) usedUpOn ??= day
  }
  const calls = usage.apiCallsUsed + toCome
  if (usage.spendingLimit === null || !allowed || !plan) {
    const isBounded = allowed !== undefined && usage.spendingLimit === null
    return {
      calls: isBounded ? Math.min(calls, Math.max(allowed.limit, usage.apiCallsUsed)) : calls,
      ...(isBounded && usedUpOn && { usedUpOn }),
      by,
    }
  }
  const price = thousandthsOf(plan.overagePrice ?? 0) / 1_000
  const cost = Number(usage.overageCost) + Math.max(0, toCome - allowed.left) * price
  return { calls, cost: Math.min(cost, Math.max(usage.spendingLimit, Number(usage.overageCost))), by }
}

/** As far as a forecast can be meant: two digits. */
export function roughly(value: number): number {
  if (value < 100) return Math.round(value)
  const size = 10 ** (Math.floor(Math.log10(value)) - 1)
  return Math.round(value / size) * size
}
