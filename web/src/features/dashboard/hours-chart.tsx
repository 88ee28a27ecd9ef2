import type { Stats } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { type Bar, BarChart } from '../../ui/data/bar-chart.tsx'
import { hourSpan, labelOf } from './hour-labels.ts'

const Chart = styled(BarChart)`
  height: 112px;
  margin: 8px 0 24px 40px;
`

/** Hours between two labels below the chart. */
const labelEvery = 6

/** A bar an hour: completed jobs, and the failed ones above them. */
export const HoursChart = ({ hours }: { hours: Stats['hours'] }) => (
  <Chart
    name={t('Jobs by hour')}
    bars={hours.map(
      (hour, index): Bar => ({
        id: hour.startsAt,
        value: hour.completed,
        above: [{ value: hour.failed, look: 'striped' }],
        text: labelOf(hour),
        label: index % labelEvery === 0 ? hourSpan(hour.startsAt).from : undefined,
      }),
    )}
  />
)
