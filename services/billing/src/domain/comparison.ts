import type { Difference } from '@utter/contracts/http/internal/billing/reconcile-billing'

/** Differences that are kept to be listed; all are counted. */
const maxListed = 500

/** The outcome of a comparison so far. */
export type Comparison = {
  accounts: number
  counts: Partial<Record<Difference['kind'], number>>
  differences: Difference[]
}

export const emptyComparison = (): Comparison => ({ accounts: 0, counts: {}, differences: [] })

/** A comparison with so many accounts more, and what they differ in. */
export function extended(before: Comparison, accounts: number, found: Difference[]): Comparison {
  const counts = { ...before.counts }
  for (const { kind } of found) counts[kind] = (counts[kind] ?? 0) + 1
  return {
    accounts: before.accounts + accounts,
    counts,
    differences: [...before.differences, ...found].slice(0, maxListed),
  }
}

/** All differences, also those that are not listed. */
export const countOf = ({ counts }: Pick<Comparison, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
