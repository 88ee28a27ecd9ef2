import type { Snapshot } from './snapshot.ts'

/** No API key took more calls in the present period than its cap allows. A reroll keeps both. */
export const keyCapViolations = ({ keys, jobs: { allowance } }: Snapshot): string[] =>
  keys.flatMap(({ id, monthlyCap }) => {
    const calls = allowance?.keyCalls?.[id] ?? 0
    return monthlyCap !== undefined && calls > monthlyCap ? [`the key ${id} took ${calls} calls of ${monthlyCap}`] : []
  })
