import { maxSegments, sellsOverage, thousandthsOf } from '@utter/contracts/calls'
import { monthOf, type Period } from '@utter/contracts/period'
import type { Plan } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import { balanceOf, type CallLimits, limitsOfPlan, withCallLimit } from './call-limits.ts'
import { callsOf, monthStartOf, type PastSegment, takenIn } from './past-segments.ts'

/** The fields of an account about its periods, and about the terms of its limits. */
type Periods = Pick<
  Allowance,
  | 'anchor'
  | 'period'
  | 'monthStart'
  | 'periodEnd'
  | 'used'
  | 'adjustment'
  | 'keyCalls'
  | 'past'
  | 'status'
  | 'spendingLimit'
  | 'maxSpendingLimit'
>
/** A segment that begins: its start and end, and the start of its month. */
export type NextSegment = Period & { month: Date }

/** A period that is over: the account's first comes with its first submission, or with its plan. */
export const noPeriod: Period = { start: new Date(0), end: new Date(0) }

/** The start of an account's present month. */
export const presentMonth = ({ period, monthStart }: Pick<Periods, 'period' | 'monthStart'>): Date =>
  monthStart ?? period

/**
 * The month that follows when the present one is over: months from the anchor, or from the sign-up of an account without one. It begins when
 * the one before it ends at the earliest: billing's months may be longer by the days that February lacks.
 */
export function nextMonth(
  { anchor, periodEnd }: Pick<Periods, 'anchor' | 'periodEnd'>,
  signedUpAt: Date,
  now: Date,
): NextSegment {
  const { start, end } = monthOf(anchor ?? signedUpAt, now)
  const begin = start > periodEnd ? start : periodEnd
  return { start: begin, end, month: begin }
}

/** The entry in `past` for an account's present segment. */
function closing({ period, monthStart, used, adjustment }: Periods, limits: CallLimits, plan: Plan): PastSegment {
  const { planCalls, carriedCalls } = limits
  const sold = {
    period,
    ...(monthStart && monthStart < period && { month: monthStart }),
    tier: plan.name,
    adjustment,
    planCalls,
    carriedCalls,
    balance: balanceOf(limits),
    // Calls bought before an invoice went unpaid are still owed.
    overagePrice: sellsOverage(plan) ? thousandthsOf(plan.overagePrice ?? 0) : 0,
  }
  const { bonus, overage } = callsOf(used, sold)
  return { ...sold, used, bonus, overage }
}

/**
 * The fields of an account whose next segment begins: no calls used, and the bonus calls that the old one used written
 * off. In the same month the plan's used calls and the cost of overage carry over; in another month both begin at 0.
 * @param limits those of `plan`, which the old segment had and the new one keeps
 */
export function rolled(account: Periods, limits: CallLimits, plan: Plan, next: NextSegment) {
  const ended = closing(account, limits, plan)
  const { used = 0, bonus, overage = 0 } = ended
  const isKept = used > 0 || account.adjustment !== 0
  const past = isKept ? withoutOldest([...(account.past ?? []), ended], next.month) : account.past
  const isSameMonth = next.month.getTime() === presentMonth(account).getTime()
  const costBefore = takenIn(presentMonth(account), account.past).cost
  return {
    period: next.start,
    monthStart: next.month,
    periodEnd: next.end,
    used: 0,
    adjustment: 0,
    ...(!isSameMonth && { keyCalls: {} }),
    ...withCallLimit({
      ...limits,
      bonusSpent: limits.bonusSpent + bonus,
      carriedCalls: isSameMonth ? limits.carriedCalls + used - bonus - overage : 0,
      ...(!isSameMonth && costBefore > 0 && { overageCalls: limitsOfPlan(plan, account).overageCalls }),
    }),
    ...(isKept && past && { past }),
  }
}

/**
 * The latest `maxSegments`, and those before them from the first on that still counts: in the caps and the spending limit of the month, or because
 * its jobs may return a call.
 */
function withoutOldest(past: PastSegment[], month: Date): PastSegment[] {
  const counting = past.findIndex((one) => !one.isClosed || monthStartOf(one).getTime() === month.getTime())
  return past.slice(Math.max(0, Math.min(past.length - maxSegments, counting)))
}

/** The account in the period of `now`: as it is, or as its next submission will roll it. */
export function presentOf<Account extends Periods>(
  allowance: Account,
  limits: CallLimits,
  plan: Plan,
  signedUpAt: Date,
  now: Date,
): Account & CallLimits {
  if (allowance.periodEnd > now) return { ...allowance, ...limits }
  return { ...allowance, ...rolled(allowance, limits, plan, nextMonth(allowance, signedUpAt, now)) }
}

/** The limits of an account after a recount of its past segments: calls that those did not use are available again. */
export function afterRecount(account: Periods, limits: CallLimits, plan: Plan, past: PastSegment[]) {
  const month = presentMonth(account)
  const [before, after] = [takenIn(month, account.past), takenIn(month, past)]
  const bonusOf = (list: PastSegment[] = []) => list.reduce((total, { bonus }) => total + bonus, 0)
  return withCallLimit({
    ...limits,
    bonusSpent: limits.bonusSpent + bonusOf(past) - bonusOf(account.past),
    carriedCalls: limits.carriedCalls + after.plan - before.plan,
    ...(after.cost !== before.cost && { overageCalls: limitsOfPlan(plan, account, after.cost).overageCalls }),
  })
}
