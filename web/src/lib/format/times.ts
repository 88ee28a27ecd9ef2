import { t } from '../language/words.ts'
import { madeOnce } from '../made-once.ts'
import { decimal } from './decimal.ts'
import { locale } from './locale.ts'

const relative = madeOnce(() => new Intl.RelativeTimeFormat(locale(), { numeric: 'always' }))
const local = madeOnce(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'medium' }))

const steps = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** 'just now', then 'x minutes ago', hours, days. A clock that runs ahead of the server's is 'just now' too. */
export function timeAgo(instant: string, now: number): string {
  const seconds = (now - Date.parse(instant)) / 1_000
  for (const [unit, size] of steps) {
    if (seconds >= size) return relative().format(-Math.floor(seconds / size), unit)
  }
  return t('just now')
}

const ofDay = madeOnce(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }))

/** '2:00 PM'. */
export const localTimeOfDay = (instant: string): string => ofDay().format(new Date(instant))

export const localTime = (instant: string): string => local().format(new Date(instant))

/** '3.6 s', from ten on whole ones, rounded down as a player's clock. */
export const soundLength = (ms: number): string =>
  `${ms < 10_000 ? decimal(Math.floor(ms / 100) / 10, 1) : Math.floor(ms / 1_000)} s`

/** 0:12, 1:05:09. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0))
  const [h, m, s] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const pad = (n: number) => String(n).padStart(2, '0')
  return h > 0 ? `${h}:${pad(m)}:${pad(s)}` : `${m}:${pad(s)}`
}

// In English not by Intl (`made-once.ts`): these are in a first window.
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const day = madeOnce(() => new Intl.DateTimeFormat(locale(), { month: 'short', day: 'numeric', timeZone: 'UTC' }))
const date = madeOnce(() => new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeZone: 'UTC' }))

/** 'Nov 1', in UTC. @param instant a time, or a day such as 2026-11-01 */
export function dayOf(instant: string): string {
  const at = new Date(instant)
  return locale() === 'en' ? `${months[at.getUTCMonth()]} ${at.getUTCDate()}` : day().format(at)
}

/** 'Nov 1, 2026', in UTC. */
export const dateOf = (instant: string): string =>
  locale() === 'en' ? `${dayOf(instant)}, ${new Date(instant).getUTCFullYear()}` : date().format(new Date(instant))

/** 'Nov 1 – Nov 30', in UTC: its first and its last day. @param end the first instant after it */
export function daysOf(start: string, end: string): string {
  const last = new Date(Date.parse(end) - 1)
  return locale() === 'en' ? `${dayOf(start)} – ${dayOf(last.toISOString())}` : day().formatRange(new Date(start), last)
}
