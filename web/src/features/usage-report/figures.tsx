import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import styled from 'styled-components'
import { sumOf } from '../../lib/format/amount.ts'
import { counted, grouped } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { dayOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { medium, narrow } from '../../theme.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { type Forecast, roughly } from './forecast.ts'
import { timeText } from './time-text.ts'

const Grid = styled.dl`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  ${medium} { grid-template-columns: 1fr 1fr; }
  ${narrow} { gap: 12px; }
`

/** As high with one line below its figure as with two. */
const Figure = styled(Card)`
  min-height: 124px;
  padding: 16px 20px;
  font-variant-numeric: tabular-nums;
  dt { color: var(--fg-2); font-size: 13px; font-weight: 500; }
  dd { color: var(--fg-3); font-size: 12px; line-height: 16px; }
  dd:first-of-type {
    min-height: 36px;
    margin-top: 4px;
    color: var(--fg);
    font-weight: 600;
    font-size: 28px;
    line-height: 36px;
    letter-spacing: -0.02em;
  }
  ${narrow} {
    min-height: 136px;
    padding: 14px 16px;
    dd:first-of-type { min-height: 32px; font-size: 24px; line-height: 32px; }
  }
`

/** A line breaks between its parts, and inside one that is longer than the card is wide. */
const Told = styled.span`
  display: inline-block;
  &:not(:last-child)::after { content: '·'; margin: 0 4px; }
`

interface FigureProps {
  name: string
  /** Undefined while it is read. */
  value: string | undefined
  /** Parts of the line below it. */
  told?: readonly string[] | undefined
}

const One = ({ name, value, told = [] }: FigureProps) => (
  <Figure as="div">
    <dt>{name}</dt>
    <dd>{value ?? <Skeleton $height={26} $width="72px" />}</dd>
    {told.length > 0 && (
      <dd>
        {told.map((part) => (
          <Told key={part}>{part}</Told>
        ))}
      </dd>
    )}
  </Figure>
)

interface FiguresProps {
  /** Undefined while it is read. */
  report: UsageReport | undefined
  forecast: Forecast | undefined
  /** The last day of the forecast. */
  periodEnd: string | undefined
  /** Whether the plan sells calls past its own. */
  sells: boolean
}

function callsToCome({ calls, usedUpOn }: Forecast, end: string): string {
  if (usedUpOn) return t('All are used up about {day}', { day: dayOf(usedUpOn) })
  return t('About {amount} by {day}', { amount: grouped(roughly(calls)), day: end })
}

function overageTold({ overageCalls }: UsageReport['totals'], cost: number | undefined, end: string, sells: boolean) {
  if (cost !== undefined) return t('About {amount} by {day}', { amount: dollars(roughly(cost)), day: end })
  if (!sells && overageCalls === 0) return t('None on this plan')
  return t('{calls} past the limit', { calls: counted(overageCalls, 'call') })
}

/** The range in four figures; of the present period also what it may come to. */
export function Figures({ report, forecast, periodEnd, sells }: FiguresProps) {
  const totals = report?.totals
  const end = periodEnd ? dayOf(periodEnd) : ''
  return (
    <Grid>
      <One
        name={t('Calls')}
        value={totals && grouped(totals.calls)}
        told={totals && forecast && [callsToCome(forecast, end)]}
      />
      <One
        name={t('Not charged')}
        value={totals && grouped(totals.failed + totals.cancelled + totals.cached)}
        told={
          totals && [
            counted(totals.failed, 'failed', 'failed'),
            counted(totals.cancelled, 'cancelled', 'cancelled'),
            counted(totals.cached, 'cached', 'cached'),
          ]
        }
      />
      <One
        name={t('Median time to sound')}
        value={totals && (totals.toEnd ? timeText(totals.toEnd.p50Ms) : '–')}
        told={totals && timesTold(totals)}
      />
      <One
        name={t('Overage')}
        value={totals && sumOf(totals.overageCost)}
        told={totals && [overageTold(totals, forecast?.cost, end, sells)]}
      />
    </Grid>
  )
}

function timesTold({ toEnd, toSound }: UsageReport['totals']): string[] {
  if (!toEnd) return [t('No job was spoken')]
  const first = toSound ? [t('first sound {time}', { time: timeText(toSound.p50Ms) })] : []
  return [t('95% within {time}', { time: timeText(toEnd.p95Ms) }), ...first]
}
