export type Goal = { max: number } | { min: number }

/** Results of a turn of ours and a turn of the peer, next to each other in time; both in the figure's `unit`. */
export type Pair = { ours: number; peer: number }

/**
 * A comparison. `ratio` is ours / peer, `difference` ours − peer; `own` is judged by itself, and shown with the peer's
 * value of the same turn.
 */
export type Figure = {
  name: string
  /** The setting, voice or screen of a figure that there are several of: they share a line of the README. */
  variant?: string
  /** The peer; empty where there is none. */
  against: string
  unit: string
  kind: 'ratio' | 'difference' | 'own'
  goal?: Goal
  /** Where no goal says so: more is better, as of a rate. */
  isMoreBetter?: true
  pairs: Pair[]
}

/** Median and spread over the pairs. `reached` is absent without a goal. */
export type Verdict = { median: number; min: number; max: number; ours: number; peer: number; reached?: boolean }

const values: Record<Figure['kind'], (pair: Pair) => number> = {
  ratio: ({ ours, peer }) => ours / peer,
  difference: ({ ours, peer }) => ours - peer,
  own: ({ ours }) => ours,
}

/** The goal is held against the median; ours and peer are medians of their own. */
export function verdictOf({ kind, pairs, goal }: Figure): Verdict {
  const each = pairs.map(values[kind])
  const median = medianOf(each)
  return {
    median,
    min: Math.min(...each),
    max: Math.max(...each),
    ours: medianOf(pairs.map(({ ours }) => ours)),
    peer: medianOf(pairs.map(({ peer }) => peer)),
    ...(goal && { reached: isReached(goal, median) }),
  }
}

/** The name with its variant, as the terminal shows it. */
export const titleOf = ({ name, variant }: Pick<Figure, 'name' | 'variant'>): string =>
  variant === undefined ? name : `${name}, ${variant}`

export const isReached = (goal: Goal, median: number): boolean =>
  'max' in goal ? median <= goal.max : median >= goal.min

export function medianOf(numbers: number[]): number {
  if (numbers.length === 0) return Number.NaN
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}
