import { spendingLimitOf, thousandthsOf } from '@utter/contracts/calls'
import type { Notice } from '@utter/contracts/http/notices/notice'
import type { Plan } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import type { CallLimits } from './call-limits.ts'
import { monthFigures } from './month-figures.ts'

/** A notice with its cause, which is the same for the whole month: it is told once. */
export type CausedNotice = { cause: string; notice: Notice }

const callSteps = [100, 80]
const spendingSteps = [100, 80, 50]
/** The highest step that is reached; undefined: none. */
const reached = (steps: number[], part: number, whole: number) =>
  whole > 0 && Number.isFinite(whole) ? steps.find((percent) => part * 100 >= whole * percent) : undefined

/** Owners are told of these about the present month: the highest step of its calls, and of the owner's limit on overage. */
export function usageNotices(present: Allowance & CallLimits, plan: Plan): CausedNotice[] {
  const { month, included, used, overage, overageCost } = monthFigures(present, plan)
  const since = month.toISOString()
  const calls = reached(callSteps, used, included)
  const limit = plan.overageEnabled ? spendingLimitOf(plan, present.spendingLimit, present.maxSpendingLimit) : 0
  const cost = thousandthsOf(Number(overageCost))
  // The last call that the limit pays for may leave a part of it that pays for none.
  const isSpent = limit > 0 && overage > 0 && cost + thousandthsOf(plan.overagePrice ?? 0) > limit
  const spending = isSpent ? 100 : reached(spendingSteps, cost, limit)
  return [
    ...(calls
      ? [
          {
            // A plan with more calls has a step of its own.
            cause: `calls-used ${since} ${calls} of ${included}`,
            notice: { kind: 'calls-used', percent: calls, used, limit: included } as const,
          },
        ]
      : []),
    ...(spending && overage > 0
      ? [
          {
            cause: `spending-reached ${since} ${spending} of ${limit}`,
            notice: { kind: 'spending-reached', percent: spending, spent: cost / 1_000, limit: limit / 1_000 } as const,
          },
        ]
      : []),
  ]
}
