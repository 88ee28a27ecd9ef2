/** Jobs are counted: only whole steps are taken. */
const factors = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

/** Three steps of a round size that hold `max`: four lines, from 0 on. */
export function scaleOf(max: number): { top: number; lines: number[] } {
  const size = Math.max(max, 1) / 3
  const power = 10 ** Math.floor(Math.log10(size))
  const step = factors.map((factor) => factor * power).find((round) => round >= size && Number.isInteger(round)) ?? 1
  return { top: 3 * step, lines: [0, step, 2 * step, 3 * step] }
}
