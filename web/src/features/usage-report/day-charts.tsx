import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import styled from 'styled-components'
import { sumOf } from '../../lib/format/amount.ts'
import { counted, grouped } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { dayOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { type Bar, BarChart } from '../../ui/data/bar-chart.tsx'
import { dayLabels } from '../usage/day-labels.ts'
import { timeText } from './time-text.ts'

const Chart = styled(BarChart)`
  height: 168px;
  margin: 4px 0 24px 48px;
`

type Day = UsageReport['days'][number]
interface DayChartProps {
  days: readonly Day[]
}

const withLabels = (days: readonly Day[]) => {
  const labels = dayLabels(days.map(({ day }) => day))
  return days.map((one, index) => ({ one, id: one.day, ...labels[index] }))
}

function endsText({ day, completed, failed, cancelled, cached }: Day): string {
  return [
    t('{day}: {count} completed', { day: dayOf(day), count: grouped(completed) }),
    ...(failed > 0 ? [counted(failed, 'failed', 'failed')] : []),
    ...(cancelled > 0 ? [counted(cancelled, 'cancelled', 'cancelled')] : []),
    ...(cached > 0 ? [counted(cached, 'cached', 'cached')] : []),
  ].join(', ')
}

/** A bar a day: its jobs by their ends. */
export const EndsChart = ({ days }: DayChartProps) => (
  <Chart
    name={t('Jobs per day, in UTC')}
    steps={4}
    isSpread
    bars={withLabels(days).map(
      ({ one, ...bar }): Bar => ({
        ...bar,
        value: one.completed,
        above: [
          { value: one.cached, look: 'lined' },
          { value: one.cancelled, look: 'hollow' },
          { value: one.failed, look: 'striped' },
        ],
        text: endsText(one),
      }),
    )}
  />
)

function timesText({ day, toEnd, toSound }: Day): string {
  if (!toEnd) return t('{day}: no job was spoken', { day: dayOf(day) })
  const shown = { day: dayOf(day), half: timeText(toEnd.p50Ms), most: timeText(toEnd.p95Ms) }
  if (!toSound) return t('{day}: half within {half}, 95% within {most}', shown)
  return t('{day}: half within {half}, 95% within {most}, first sound {first}', {
    ...shown,
    first: timeText(toSound.p50Ms),
  })
}

/** A bar a day: the time that half of its jobs took at most, and above it that of 95 of a hundred. */
export const TimesChart = ({ days }: DayChartProps) => (
  <Chart
    name={t('Time to sound per day, in UTC')}
    isSpread
    format={timeText}
    bars={withLabels(days).map(
      ({ one, ...bar }): Bar => ({
        ...bar,
        value: one.toEnd?.p50Ms ?? 0,
        above: [{ value: (one.toEnd?.p95Ms ?? 0) - (one.toEnd?.p50Ms ?? 0), look: 'hollow' }],
        text: timesText(one),
      }),
    )}
  />
)

/** A bar a day: what its calls past the limit cost. */
export const SpendingChart = ({ days }: DayChartProps) => (
  <Chart
    name={t('Overage per day, in UTC')}
    isSpread
    format={(value) => dollars(value / 100)}
    bars={withLabels(days).map(
      ({ one, ...bar }): Bar => ({
        ...bar,
        value: Math.round(Number(one.overageCost) * 100),
        text: t('{day}: {cost}, {calls} past the limit', {
          day: dayOf(one.day),
          cost: sumOf(one.overageCost),
          calls: counted(one.overageCalls, 'call'),
        }),
      }),
    )}
  />
)
