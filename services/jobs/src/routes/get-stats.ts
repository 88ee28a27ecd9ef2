import { Stats } from '@utter/contracts/http/jobs/job-views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { estimatesOf } from '../domain/allowance/estimate-errors.ts'
import { lastHours, type Totals, totalsOfHour } from '../domain/allowance/totals.ts'
import { topFailures } from '../domain/job/failures.ts'

const none = { completed: 0, failed: 0 }
const hourMs = 3_600_000

/** `GET /api/stats`: the account's own totals, from counters: as quick with a million jobs as with ten. */
export const getStats: Route<Deps> = (app, { jobs, allowances, guard, clock }) =>
  app.get(
    '/api/stats',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: { id: 'getStats', tag: 'Jobs', summary: 'The totals of the account' },
        response: { 200: Stats },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const [allowance, pending, processing] = await Promise.all([
        allowances.totals(userId),
        jobs.countByStatus(userId, 'pending'),
        jobs.countByStatus(userId, 'processing'),
      ])
      const { completed, failed } = allowance?.totals ?? none
      const now = clock.now()
      const recent = allowance?.recent ?? {}
      const hourUntil = (until: Date) => totalsOf(totalsOfHour(recent, until))
      const hours = lastHours(recent, now)
      const estimates = estimatesOf(hours.map(({ estimates }) => estimates))
      return {
        ...totalsOf({ completed, failed }, pending + processing),
        queueLength: pending,
        lastHour: hourUntil(now),
        hourBefore: hourUntil(new Date(now.getTime() - hourMs)),
        hours: hours.map(({ startsAt, completed, failed }) => ({
          startsAt: startsAt.toISOString(),
          completed,
          failed,
        })),
        failures: topFailures(hours.map(({ failures }) => failures)),
        ...(estimates && { estimates }),
      }
    },
  )

const totalsOf = ({ completed, failed }: Totals, underWay = 0) => ({
  totalJobs: completed + failed + underWay,
  completedJobs: completed,
  failedJobs: failed,
})
