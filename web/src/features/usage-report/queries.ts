import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import { request } from '../../lib/server/http.ts'

/** Days in UTC, both included; absent: those of the present period. */
export interface ReportDays {
  from?: string
  to?: string
}

export function reportAddress(days: ReportDays, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...days, ...more })
  return query.size > 0 ? `/api/usage/report?${query}` : '/api/usage/report'
}

/** The report of these days; the one before stays until it is there. */
export const reportQuery = (days: ReportDays) =>
  queryOptions({
    // Below the usage, with which it is read again.
    queryKey: ['/api', 'usage', 'report', days],
    queryFn: async ({ signal }) => UsageReport.parse(await request('GET', reportAddress(days), { signal })),
    placeholderData: keepPreviousData,
  })
