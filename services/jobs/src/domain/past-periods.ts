import { splitCalls } from '@utter/contracts/calls'
import { monthOf, type Period } from '@utter/contracts/period'
import { balanceOf, type CallLimits, withCallLimit } from './call-limits.ts'

/** A period that is over and used `bonus` calls of its balance, while its jobs may still end: a call that fails returns one. */
export type PastPeriod = { period: Date; adjustment: number; planCalls: number; balance: number; bonus: number }

/** What an account has of its periods. */
type Periods = { anchor?: Date; period: Date; periodEnd: Date; used: number; adjustment: number; past?: PastPeriod[] }

/** Bound on `past`: the oldest makes room, and stays as it was counted last. */
export const maxPast = 12

/** Bonus calls of so many used. */
export const bonusOf = (used: number, { planCalls, balance }: Pick<PastPeriod, 'planCalls' | 'balance'>): number =>
  splitCalls(used, { planCalls, bonusBalance: balance, overageAllowed: true }).bonus

/** The period that follows when the present one is over: months from the anchor, or from the sign-up of an account without one. */
export const nextPeriod = ({ anchor }: Pick<Periods, 'anchor'>, signedUpAt: Date, now: Date): Period =>
  monthOf(anchor ?? signedUpAt, now)

/** What becomes of an account whose period is over: nothing used, and the bonus calls that the old period used written off. */
export function rolled({ period, used, adjustment, past = [] }: Periods, limits: CallLimits, next: Period) {
  const ended = { period, adjustment, planCalls: limits.planCalls, balance: balanceOf(limits) }
  const bonus = bonusOf(used, ended)
  return {
    period: next.start,
    periodEnd: next.end,
    used: 0,
    adjustment: 0,
    keyCalls: {},
    ...withCallLimit({ ...limits, bonusSpent: limits.bonusSpent + bonus }),
    ...(bonus > 0 && { past: [...past, { ...ended, bonus }].slice(-maxPast) }),
  }
}

/** The account in the period of `now`: as it is, or as its next submission will roll it. */
export function presentOf<Account extends Periods>(
  allowance: Account,
  limits: CallLimits,
  signedUpAt: Date,
  now: Date,
): Account & CallLimits {
  if (allowance.periodEnd > now) return { ...allowance, ...limits }
  return { ...allowance, ...rolled(allowance, limits, nextPeriod(allowance, signedUpAt, now)) }
}

/** `past` as its jobs were counted, without the periods that are closed, and the bonus calls that were returned. */
export function recounted(past: PastPeriod[], counts: { used: number; isOpen: boolean }[]) {
  const counted = past.map((one, index) => ({ ...one, bonus: bonusOf(counts[index]?.used ?? 0, one) }))
  const sum = (list: PastPeriod[]) => list.reduce((total, { bonus }) => total + bonus, 0)
  return { past: counted.filter((_, index) => counts[index]?.isOpen), returned: sum(past) - sum(counted) }
}
