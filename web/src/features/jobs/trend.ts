import { locale } from '../../lib/locale.ts'
/** '+12% from last hour' where both hours had something to compare, else '3 in the last hour'. */
export function trend(lastHour: number, hourBefore: number): string {
  if (lastHour <= 0 || hourBefore <= 0) return `${lastHour.toLocaleString(locale)} in the last hour`
  const percent = Math.round(((lastHour - hourBefore) / hourBefore) * 100)
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : ''
  return `${sign}${Math.abs(percent).toLocaleString(locale)}% from last hour`
}
