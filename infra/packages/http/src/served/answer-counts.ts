/** Answers of this process by method and route: those without a fault of its own, and those with (5xx). */
const answers = new Map<string, { served: number; failed: number }>()

/** @returns the answers of these routes since the process began; a stream is counted at its end */
export function countAnswers(isCounted: (method: string, route: string) => boolean): {
  served: number
  failed: number
} {
  const sum = { served: 0, failed: 0 }
  for (const [key, { served, failed }] of answers) {
    const [method = '', route = ''] = key.split(' ')
    if (!isCounted(method, route)) continue
    sum.served += served
    sum.failed += failed
  }
  return sum
}

/** @param key of the route: its method, a blank, its pattern */
export function noteAnswer(key: string, status: number): void {
  const counts = answers.get(key) ?? { served: 0, failed: 0 }
  counts[status >= 500 ? 'failed' : 'served'] += 1
  answers.set(key, counts)
}
