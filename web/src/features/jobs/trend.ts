/** '+12% from last hour', shown only when both hours had something to compare. */
export function trend(lastHour: number, hourBefore: number): string | undefined {
  if (lastHour <= 0 || hourBefore <= 0) return undefined
  const percent = Math.round(((lastHour - hourBefore) / hourBefore) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent).toLocaleString('en')}% from last hour`
}
