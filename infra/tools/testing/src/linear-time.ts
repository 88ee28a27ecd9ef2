const factor = 4
/** Between 4, of linear work, and 16, of quadratic work. */
const maxRatio = 8
/** Below this a processor's time is not told finely enough to be compared. */
const floorMs = 20
const maxTries = 6

/**
 * Does work of a size and of four times that size, which must take four times as long, by the processor's time of this thread. A slow machine is
 * slow for both; a try that is disturbed is repeated.
 * @param work does as much as it is told, 50,000 at first: characters, or what it counts
 * @throws with both times when it takes more than eight times as long in each of six tries
 */
export function expectLinearTime(work: (size: number) => unknown, { size = 12_500 } = {}): void {
  let told = ''
  for (let tries = 0; tries < maxTries; tries++) {
    const largeMs = msOf(() => work(size * factor))
    if (largeMs <= floorMs) return
    const smallMs = msOf(() => work(size))
    if (largeMs <= maxRatio * Math.max(smallMs, floorMs / maxRatio)) return
    told = `${size}: ${Math.round(smallMs)} ms, ${size * factor}: ${Math.round(largeMs)} ms`
  }
  throw new Error(`The time does not grow as the size does: ${told}`)
}

/** A text of a length, of one part again and again. */
export const repeatedTo = (length: number, part: string): string =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length)

function msOf(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e3
}
