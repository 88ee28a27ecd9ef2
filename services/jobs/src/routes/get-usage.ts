import { UsageQuery, UsageView } from '@utter/contracts/http/jobs/usage'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'
import { unverifiedCallsLeft } from '../domain/allowance/call-limits.ts'
import { presentMonth } from '../domain/allowance/periods.ts'
import { totalsOfUsage, usageCsv } from '../domain/allowance/usage.ts'
import { dayName } from '../domain/allowance/usage-days.ts'
import { presentAccount } from '../lifecycle/allowance-of.ts'
import { usageOf } from '../lifecycle/repair/usage-of.ts'
import { daysAsked, figuresOf } from '../views/usage-view.ts'

/** `GET /api/usage`: calls and costs of the present month, and the calls of each day of a range, or these as CSV. */
export const getUsage: Route<Deps> = (app, deps) =>
  app.get(
    '/api/usage',
    {
      access: deps.guard.required('usage:read'),
      schema: {
        operation: {
          id: 'getUsage',
          tag: 'Usage and plans',
          summary: 'The calls of the present period, and of each day of a range',
          parameters: {
            from: 'The first day, in UTC; without it that of the present period.',
            to: 'The last day, in UTC; without it today.',
            format: '`csv`: a row a day, voice and key.',
          },
          answers: { 200: { types: ['text/csv'], headers: ['Content-Disposition'] } },
        },
        querystring: UsageQuery,
        response: { 200: UsageView },
      },
    },
    async (request, reply) => {
      const { userId, ...identity } = identityOf(request)
      const [signedUpAt, now] = [new Date(identity.signedUpAt), deps.clock.now()]
      const { allowance, present, plan } = await presentAccount(deps, userId, signedUpAt)
      const { from, to } = daysAsked(request.query, presentMonth(present), now)
      const usage = await usageOf(deps, allowance, from, to)
      if (request.query.format !== 'csv') {
        const { unverifiedLimit: limit } = identity
        const unverified = limit !== undefined && { limit, left: unverifiedCallsLeft(present, limit) }
        return { ...figuresOf(present, plan), ...(unverified && { unverified }), ...totalsOfUsage(usage, from, to) }
      }
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="usage-${dayName(from)}-${dayName(to)}.csv"`)
        .send(usageCsv(usage) as never)
    },
  )
