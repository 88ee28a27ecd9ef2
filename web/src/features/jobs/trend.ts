import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'

/** '+12% from last hour' where both hours had something to compare, else '3 in the last hour'. */
export function trend(lastHour: number, hourBefore: number): string {
  if (lastHour <= 0 || hourBefore <= 0) return t('{count} in the last hour', { count: grouped(lastHour) })
  const percent = Math.round(((lastHour - hourBefore) / hourBefore) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return t('{percent}% from last hour', { percent: `${sign}${grouped(Math.abs(percent))}` })
}
