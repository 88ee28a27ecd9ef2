import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { withParams } from '../../lib/with-params.ts'
import { usageQuery } from '../usage/queries.ts'
import type { ReportDays } from './queries.ts'
import { daysBefore, daysOfRange, faultOf, isRange, type RangeName } from './ranges.ts'

/** The lines of the table. */
export const parts = ['day', 'key', 'voice', 'outcome'] as const
export type ReportLines = (typeof parts)[number]
const isPart = (name: string | null): name is ReportLines => parts.some((part) => part === name)

/** The range and the lines that are shown, kept in the address: `?range=&from=&to=&by=`. */
export function useRange() {
  const [search, setSearch] = useSearchParams()
  const usage = useQuery(usageQuery)
  const [range, by] = [search.get('range'), search.get('by')]
  const name: RangeName = isRange(range) ? range : 'period'
  // The server's day, where it is known: a clock may be off.
  const today = usage.data?.days.at(-1)?.day ?? new Date().toISOString().slice(0, 10)
  const own = { from: search.get('from') ?? daysBefore(today, 6), to: search.get('to') ?? today }
  const fault = name === 'own' ? faultOf(own.from, own.to) : undefined
  const isKnown = name === 'period' || name === 'own' || usage.data !== undefined || usage.isError
  const periodStart = usage.data?.periodStart ?? `${today}T00:00:00.000Z`
  const days: ReportDays = name === 'own' ? own : daysOfRange(name, today, periodStart)
  const write = (next: Record<string, string>) => setSearch((present) => withParams(present, next), { replace: true })
  return {
    name,
    today,
    own,
    fault,
    /** Undefined while they are not known, or not valid. */
    days: isKnown && !fault ? days : undefined,
    by: isPart(by) ? by : ('day' as const),
    choose: (next: RangeName) =>
      write({
        ...{ range: next === 'period' ? '' : next, from: '', to: '' },
        // Own days begin with those that are shown.
        ...(next === 'own' && { from: days.from ?? daysBefore(today, 6), to: days.to ?? today }),
      }),
    setOwn: (next: Partial<Record<'from' | 'to', string>>) => write({ range: 'own', ...own, ...next }),
    setBy: (next: ReportLines) => write({ by: next === 'day' ? '' : next }),
  }
}
export type RangeState = ReturnType<typeof useRange>
