import { grouped } from '../../lib/format/counted.ts'
import { locale } from '../../lib/format/locale.ts'
import { msg, t } from '../../lib/language/words.ts'
import { madeOnce } from '../../lib/made-once.ts'

const timeOfDay = madeOnce(() => new Intl.DateTimeFormat(locale(), { timeStyle: 'medium', hourCycle: 'h23' }))
const dayAndTime = madeOnce(
  () =>
    new Intl.DateTimeFormat(locale(), {
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    }),
)

/** '14:03:22' on the day of `now`, else 'Nov 28, 14:03:22'; local. */
export function momentOf(instant: string, now: number): string {
  const at = new Date(instant)
  const isToday = at.toDateString() === new Date(now).toDateString()
  return (isToday ? timeOfDay() : dayAndTime()).format(at)
}

/** '12 ms', '4,271 ms'. */
export const millisecondsOf = (ms: number): string => `${grouped(ms)} ms`

export const sessionName = msg('Session')

/** By which key: its name, or that it is gone. */
export const nameOfKey = (keyId: string | null, names: ReadonlyMap<string, string>): string =>
  keyId === null ? t(sessionName) : (names.get(keyId) ?? t('Revoked key'))
