import { UsageQuery, UsageView } from '@utter/contracts/http/usage'
import { monthOf } from '@utter/contracts/period'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'
import { newAllowance } from '../domain/allowance.ts'
import { limitsOf } from '../domain/call-limits.ts'
import { presentMonth, presentOf } from '../domain/periods.ts'
import { totalsOfUsage, usageCsv } from '../domain/usage.ts'
import { dayName } from '../domain/usage-days.ts'
import { usageOf } from '../lifecycle/usage-of.ts'
import { daysAsked, figuresOf } from '../usage-view.ts'

/** `GET /api/usage`: calls and costs of the present month, and the calls of each day of a range, or these as CSV. */
export const getUsage: Route<Deps> = (app, deps) =>
  app.get(
    '/api/usage',
    {
      onRequest: deps.guard.required('usage:read'),
      schema: { querystring: UsageQuery, response: { 200: UsageView } },
    },
    async (request, reply) => {
      const { userId, ...identity } = identityOf(request)
      const [signedUpAt, now] = [new Date(identity.signedUpAt), deps.clock.now()]
      const free = () => newAllowance(userId, planOf(deps.plans, 'free'), signedUpAt, monthOf(signedUpAt, now))
      const allowance = (await deps.allowances.read(userId)) ?? free()
      const plan = planOf(deps.plans, allowance.tier)
      const present = presentOf(allowance, limitsOf(allowance, deps.plans), plan, signedUpAt, now)
      const { from, to } = daysAsked(request.query, presentMonth(present), now)
      const usage = await usageOf(deps, allowance, from, to)
      if (request.query.format !== 'csv') return { ...figuresOf(present, plan), ...totalsOfUsage(usage, from, to) }
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="usage-${dayName(from)}-${dayName(to)}.csv"`)
        .send(usageCsv(usage) as never)
    },
  )
