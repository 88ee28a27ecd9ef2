import { grouped } from '../../lib/format/counted.ts'
/** '+12% from last hour' where both hours had something to compare, else '3 in the last hour'. */
export function trend(lastHour: number, hourBefore: number): string {
  if (lastHour <= 0 || hourBefore <= 0) return `${grouped(lastHour)} in the last hour`
  const percent = Math.round(((lastHour - hourBefore) / hourBefore) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${grouped(Math.abs(percent))}% from last hour`
}
