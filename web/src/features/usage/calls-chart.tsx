import type { UsageView } from '@utter/contracts/http/jobs/usage'
import styled from 'styled-components'
import { counted, grouped } from '../../lib/format/counted.ts'
import { dayOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { BarChart } from '../../ui/data/bar-chart.tsx'
import { Hidden } from '../../ui/layout/hidden.tsx'
import { dayLabels } from './day-labels.ts'

const Chart = styled(BarChart)`
  height: 168px;
  margin: 4px 0 24px 40px;
`

const dayMs = 86_400_000

/** All days of the period, as in 2026-11-01; those to come, which the answer leaves out, too. */
function daysOfPeriod({ days, periodEnd }: UsageView): string[] {
  const known = days.map(({ day }) => day)
  const first = Date.parse(known[0] ?? '')
  const count = Number.isNaN(first) ? 0 : Math.ceil((Date.parse(periodEnd) - first) / dayMs)
  const all = Array.from({ length: count }, (_, index) => new Date(first + index * dayMs).toISOString().slice(0, 10))
  return all.length > known.length ? all : known
}

/** A bar for each day of the period; the same numbers as a table for screen readers. */
export function CallsChart({ usage }: { usage: UsageView }) {
  const calls = new Map(usage.days.map((one) => [one.day, one.calls]))
  const days = daysOfPeriod(usage)
  const labels = dayLabels(days)
  return (
    <>
      <Chart
        name={t('Calls per day, in UTC')}
        steps={4}
        isSpread
        bars={days.map((day, index) => {
          const count = calls.get(day)
          return {
            id: day,
            value: count ?? 0,
            ...(count !== undefined && { text: `${dayOf(day)}: ${labelOf(count)}` }),
            ...labels[index],
          }
        })}
      />
      <Hidden as="div">
        <table>
          <caption>{t('Calls per day of this period, in UTC')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Day')}</th>
              <th scope="col">{t('Calls')}</th>
            </tr>
          </thead>
          <tbody>
            {usage.days.map((one) => (
              <tr key={one.day}>
                <th scope="row">{dayOf(one.day)}</th>
                <td>{grouped(one.calls)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </>
  )
}

const labelOf = (calls: number) => counted(calls, 'call')
