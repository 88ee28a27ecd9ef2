import type { UsageReport } from '@utter/contracts/http/jobs/usage-report'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { dollars } from '../../lib/format/money.ts'
import { dayOf } from '../../lib/format/times.ts'
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

interface FigureProps {
  name: string
  value: ReactNode
  below?: string | undefined
}

const One = ({ name, value, below }: FigureProps) => (
  <Figure as="div">
    <dt>{name}</dt>
    <dd>{value ?? <Skeleton $height={26} $width="72px" />}</dd>
    {below && <dd>{below}</dd>}
  </Figure>
)

const list = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ')

interface FiguresProps {
  /** Undefined while it is read. */
  report: UsageReport | undefined
  forecast: Forecast | undefined
  /** The last day of the forecast. */
  periodEnd: string | undefined
}

function callsToCome({ calls, usedUpOn }: Forecast, end: string): string {
  if (usedUpOn) return `All are used up about ${dayOf(usedUpOn)}`
  return `About ${grouped(roughly(calls))} by ${end}`
}

/** The range in four figures; of the present period also what it may come to. */
export function Figures({ report, forecast, periodEnd }: FiguresProps) {
  const totals = report?.totals
  const end = periodEnd && dayOf(periodEnd)
  return (
    <Grid>
      <One name="Calls" value={totals && grouped(totals.calls)} below={forecast && end && callsToCome(forecast, end)} />
      <One
        name="Not charged"
        value={totals && grouped(totals.failed + totals.cancelled + totals.cached)}
        below={
          totals &&
          list([
            `${grouped(totals.failed)} failed`,
            `${grouped(totals.cancelled)} cancelled`,
            `${grouped(totals.cached)} cached`,
          ])
        }
      />
      <One
        name="Time to sound"
        value={totals && (totals.toEnd ? timeText(totals.toEnd.p50Ms) : '–')}
        below={
          totals?.toEnd
            ? list([
                `95% within ${timeText(totals.toEnd.p95Ms)}`,
                totals.toSound !== null && `first sound ${timeText(totals.toSound.p50Ms)}`,
              ])
            : totals && 'No job was spoken'
        }
      />
      <One
        name="Overage"
        value={totals && `$${totals.overageCost}`}
        below={
          totals &&
          (forecast?.cost !== undefined && end
            ? `About ${dollars(roughly(forecast.cost))} by ${end}`
            : `${grouped(totals.overageCalls)} calls past the limit`)
        }
      />
    </Grid>
  )
}
