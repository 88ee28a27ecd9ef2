import type { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import type { Plan } from '@utter/contracts/plans'
import type { Allowance } from './allowance.ts'
import { balanceOf, limitsOf } from './call-limits.ts'
import { bonusSpentBefore } from './past-segments.ts'

/** The segments of an account as billing is told of them, the present one last. @param isOver whether no call is taken any more */
export function listedSegments(allowance: Allowance, plans: Plan[], isOver = false): Segments['segments'] {
  const { past = [], period } = allowance
  const limits = limitsOf(allowance, plans)
  const spent = bonusSpentBefore(past, limits.bonusSpent)
  const all = [
    ...past.map((one) => ({ start: one.period, bonusBalance: one.balance, isPresent: false })),
    { start: period, bonusBalance: balanceOf(limits), isPresent: !isOver },
  ]
  return all.map(({ start, ...one }, index) => ({
    ...{ start: start.toISOString(), ...one },
    ...(spent[index] !== undefined && { bonusSpent: spent[index] }),
  }))
}
