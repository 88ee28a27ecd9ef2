import { maxReportDays, UsageReport, UsageReportQuery } from '@utter/contracts/http/jobs/usage-report'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { firstDayOfSold, overageByDay, segmentsThatSold } from '../domain/allowance/day-overage.ts'
import { presentMonth } from '../domain/allowance/periods.ts'
import { dayOf, daysAfter } from '../domain/allowance/usage-days.ts'
import { usageReport, usageReportCsv } from '../domain/allowance/usage-report.ts'
import { presentAccount } from '../lifecycle/allowance-of.ts'
import { usageOf } from '../lifecycle/repair/usage-of.ts'
import { daysAsked } from '../views/usage-view.ts'

/** `GET /api/usage/report`: calls, ends, times and costs of each day of a range, and of it by key and voice, or a part of it as CSV. */
export const getUsageReport: Route<Deps> = (app, deps) =>
  app.get(
    '/api/usage/report',
    {
      access: deps.guard.required('usage:read'),
      schema: {
        operation: {
          id: 'getUsageReport',
          tag: 'Usage and plans',
          summary: 'Calls, ends, times and costs of a range, by day, key and voice',
          parameters: {
            from: `The first day, in UTC; without it that of the present period. A report has ${maxReportDays} days at most.`,
            to: 'The last day, in UTC; without it today.',
            format: '`csv`: the lines that `by` names.',
            by: 'What a line of the CSV is of: `day`, without it, `key`, `voice` or `outcome`.',
          },
          answers: { 200: { types: ['text/csv'], headers: ['Content-Disposition'] } },
        },
        querystring: UsageReportQuery,
        response: { 200: UsageReport },
      },
    },
    async (request, reply) => {
      const { userId, ...identity } = identityOf(request)
      const { format, by = 'day', ...asked } = request.query
      const { allowance, present, plan } = await presentAccount(deps, userId, new Date(identity.signedUpAt))
      const range = daysAsked(asked, presentMonth(present), deps.clock.now(), maxReportDays)
      const usage = await usageOf(deps, allowance, range.from, range.to)
      const sold = segmentsThatSold(present, plan)
      const [firstOfSold, first] = [firstDayOfSold(sold, range.from), dayOf(range.from)]
      const before = firstOfSold < first ? await usageOf(deps, allowance, firstOfSold, daysAfter(first, -1)) : []
      const report = usageReport(usage, overageByDay([...before, ...usage], sold), range)
      if (format !== 'csv') return report
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="usage-by-${by}-${report.from}-${report.to}.csv"`)
        .send(usageReportCsv(report, by) as never)
    },
  )
