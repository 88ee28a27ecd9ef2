import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { grouped } from '../../lib/format/counted.ts'
import { locale } from '../../lib/format/locale.ts'
import { t } from '../../lib/language/words.ts'
import { madeOnce } from '../../lib/made-once.ts'

const hourMs = 3_600_000
const format = madeOnce(
  () => new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)

/** An hour in the person's own time: '13:00' to '14:00'. */
export const hourSpan = (startsAt: string): { from: string; to: string } => ({
  from: format().format(Date.parse(startsAt)),
  to: format().format(Date.parse(startsAt) + hourMs),
})

/** '13:00–14:00: 12 completed, 3 failed' */
export function labelOf({ startsAt, completed, failed }: Stats['hours'][number]): string {
  const { from, to } = hourSpan(startsAt)
  return t('{from}–{to}: {completed} completed, {failed} failed', {
    from,
    to,
    completed: grouped(completed),
    failed: grouped(failed),
  })
}
