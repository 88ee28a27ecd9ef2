import { maxReportDays } from '@utter/contracts/http/jobs/usage-report'
import { monthsAfter } from '@utter/contracts/period'
import { msg, t } from '../../lib/language/words.ts'
import type { ReportDays } from './queries.ts'

/** The ranges that are offered, by their names in the address. */
export const ranges = [
  ['period', msg('This period')],
  ['last', msg('Last period')],
  ['7', msg('Last 7 days')],
  ['30', msg('Last 30 days')],
  ['90', msg('Last 90 days')],
  ['own', msg('Own range')],
] as const
export type RangeName = (typeof ranges)[number][0]

export const isRange = (name: string | null): name is RangeName => ranges.some(([one]) => one === name)

const dayMs = 86_400_000
const nameOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
export const daysBefore = (day: string, days: number): string => nameOf(Date.parse(day) - days * dayMs)

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The fault of an own range in a sentence; undefined: none. */
export function faultOf(from: string, to: string): string | undefined {
  if (!isDay(from) || !isDay(to)) return t('Choose the first and the last day.')
  if (from > to) return t('The first day is after the last.')
  if (Date.parse(to) - Date.parse(from) >= maxReportDays * dayMs)
    return t('At most {max} days.', { max: maxReportDays })
  return undefined
}

/**
 * The days of a range. The last period has whole days of UTC: the day on which the present one began is no part of it, unless it was
 * all of the last one's.
 * @param today in UTC @param periodStart of the present period
 */
export function daysOfRange(name: Exclude<RangeName, 'own'>, today: string, periodStart: string): ReportDays {
  if (name === 'period') return {}
  if (name !== 'last') return { from: daysBefore(today, Number(name) - 1), to: today }
  const start = new Date(periodStart)
  return { from: nameOf(monthsAfter(start, -1).getTime()), to: nameOf(start.getTime() - 1) }
}
