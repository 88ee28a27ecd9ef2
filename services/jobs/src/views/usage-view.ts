import { spendingLimitOf } from '@utter/contracts/calls'
import { maxSpendingDollars, maxUsageDays, type UsageView } from '@utter/contracts/http/jobs/usage'
import type { Plan } from '@utter/contracts/plans'
import { invalid } from '@utter/http/problem'
import type { Allowance } from '../domain/allowance/allowance.ts'
import { balanceOf, type CallLimits } from '../domain/allowance/call-limits.ts'
import { monthFigures } from '../domain/allowance/month-figures.ts'
import { warningOf } from '../domain/allowance/usage.ts'
import { dayOf, daysAfter } from '../domain/allowance/usage-days.ts'

/** The calls of the present month, without its days. */
export function figuresOf(present: Allowance & CallLimits, plan: Plan): Omit<UsageView, 'days' | 'voices' | 'keys'> {
  const { month, included, used, taken, bonus, overage, overageCost } = monthFigures(present, plan)
  return {
    tier: present.tier,
    periodStart: month.toISOString(),
    periodEnd: present.periodEnd.toISOString(),
    apiCallsUsed: used,
    takenCalls: taken,
    apiCallsLimit: plan.apiCallsLimit,
    bonusCallsEarned: present.bonusEarned,
    bonusCallsLeft: balanceOf(present) - bonus,
    overageCallsUsed: overage,
    overageCost,
    spendingLimit: plan.overageEnabled
      ? spendingLimitOf(plan, present.spendingLimit, present.maxSpendingLimit) / 1_000
      : null,
    ...(plan.overageEnabled && {
      maxSpendingLimit: Math.min(maxSpendingDollars, (present.maxSpendingLimit ?? Number.POSITIVE_INFINITY) / 1_000),
    }),
    warning: warningOf(used, included),
  }
}

/**
 * The days of a query, both included: from the moment at which the present month begins, since what was used earlier that day is of another
 * one, until today. Days to come have no usage yet and are left out.
 * @throws Problem 400 for a range that is too long, or the wrong way round
 */
export function daysAsked(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  month: Date,
  now: Date,
  maxDays = maxUsageDays,
): { from: Date; to: Date } {
  const today = dayOf(now)
  const last = to === undefined ? today : new Date(to)
  const begun = dayOf(month) <= last ? month : last
  const first = from === undefined ? begun : new Date(from)
  if (dayOf(first) > last) throw invalid([{ field: 'from', message: 'from must not be after to' }])
  if (last >= daysAfter(dayOf(first), maxDays))
    throw invalid([{ field: 'to', message: `from and to must span at most ${maxDays} days` }])
  return { from: first, to: earliest(last, today) }
}

const earliest = (a: Date, b: Date): Date => (a < b ? a : b)
