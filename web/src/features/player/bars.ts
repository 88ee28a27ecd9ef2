/** Bars of a wave: each as loud as the loudest of the peaks that it stands for. No peaks: a flat line. */
export function barsOf(peaks: readonly number[] | undefined, count: number): number[] {
  if (!peaks || peaks.length === 0) return Array.from({ length: count }, () => 0)
  const loudest = Math.max(...peaks) || 1
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count))
    return Math.max(...peaks.slice(from, to)) / loudest
  })
}
