/** The height of a full bar: of 100 peaks five are louder, since speech has few loud moments, and would look like a fence below them. */
const fullAt = 0.95
/** An exponent above 1, since the eye expects loud and quiet parts further apart than the ear. */
const power = 1.6

/** Bars of a wave, 0 to 1, each as loud as the loudest of its peaks. No peaks: a flat line. */
export function barsOf(peaks: readonly number[] | undefined, count: number): number[] {
  if (!peaks || peaks.length === 0) return Array.from({ length: count }, () => 0)
  const full = [...peaks].sort((a, b) => a - b)[Math.floor((peaks.length - 1) * fullAt)] || 1
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((i + 1) * peaks.length) / count))
    return Math.min(1, Math.max(...peaks.slice(from, to)) / full) ** power
  })
}
