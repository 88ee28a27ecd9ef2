import { locale } from './locale.ts'

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
const local = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** 'just now', then 'x minutes ago', hours, days. A clock that runs ahead of the server's is 'just now' too. */
export function timeAgo(instant: string, now: number): string {
  const seconds = (now - Date.parse(instant)) / 1_000
  for (const [unit, size] of steps) {
    if (seconds >= size) return relative.format(-Math.floor(seconds / size), unit)
  }
  return 'just now'
}

export const localTime = (instant: string): string => local.format(new Date(instant))

/** 0:12, 1:05:09. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}
