/** Round sizes of a step. Charts show counts: only whole steps are taken. */
const factors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Steps of a round size that hold `max`: a line for each, and one at 0. */
export function scaleOf(max: number, steps = 3): { top: number; lines: number[] } {
  const size = Math.max(max, 1) / steps
  const power = 10 ** Math.floor(Math.log10(size))
  const step = factors.map((factor) => factor * power).find((round) => round >= size && Number.isInteger(round)) ?? 1
  return { top: steps * step, lines: Array.from({ length: steps + 1 }, (_, index) => index * step) }
}
