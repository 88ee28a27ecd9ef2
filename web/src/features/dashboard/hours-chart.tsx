import type { Stats } from '@utter/contracts/http/job-views'
import { type KeyboardEvent, useState } from 'react'
import styled from 'styled-components'
import { locale } from '../../lib/locale.ts'
import { forced } from '../../theme.ts'
import { Tooltip, TooltipDelay } from '../../ui/tooltip.tsx'
import { hourSpan, wordsOf } from './hour-words.ts'
import { scaleOf } from './scale.ts'

type Hour = Stats['hours'][number]

const Frame = styled.div`
  position: relative;
  height: 132px;
  margin: 8px 0 24px 40px;
`

const Line = styled.span`
  position: absolute;
  left: 0;
  right: 0;
  border-top: 1px solid var(--line);
  span {
    position: absolute;
    right: calc(100% + 10px);
    top: -8px;
    color: var(--fg-3);
    font-size: 12px;
    line-height: 16px;
    font-variant-numeric: tabular-nums;
  }
`

const Bars = styled.div`
  position: absolute;
  inset: 0;
  display: flex;
  justify-content: space-between;
  gap: 3px;
`

/** As high as the chart, so that an hour without any job can be pointed at. */
const Bar = styled.div`
  position: relative;
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: flex-end;
  align-items: center;
  gap: 2px;
  min-width: 0;
  &:hover > i, &:focus-visible > i { background: var(--accent); }
  i {
    flex: none;
    width: 100%;
    max-width: 12px;
    border-radius: 3px 3px 2px 2px;
    background: var(--control);
    ${forced} { forced-color-adjust: none; background: CanvasText; }
  }
  small {
    position: absolute;
    top: calc(100% + 8px);
    color: var(--fg-3);
    font-size: 12px;
    line-height: 16px;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`

/** Known by its stripes too, not by its colour alone. */
const Failed = styled.b`
  flex: none;
  width: 100%;
  max-width: 12px;
  min-height: 4px;
  border-radius: 3px 3px 2px 2px;
  background: repeating-linear-gradient(45deg, var(--failed) 0 2px, transparent 2px 4px);
  box-shadow: inset 0 0 0 1px var(--failed);
  ${forced} { border: 1px solid CanvasText; }
`

/** Hours between two labels below the chart. */
const labelEvery = 6
const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** A bar an hour: completed jobs, and the failed ones above them. One stop of the keyboard; arrows go from hour to hour. */
export function HoursChart({ hours }: { hours: readonly Hour[] }) {
  const [stop, setStop] = useState(hours.length - 1)
  const { top, lines } = scaleOf(Math.max(0, ...hours.map(({ completed, failed }) => completed + failed)))
  const share = (jobs: number) => `${(jobs / top) * 100}%`
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = stop + (moves[event.key] ?? 0)
    const bar = event.currentTarget.querySelectorAll<HTMLElement>('[role=img]')[next]
    if (next === stop || !bar) return
    event.preventDefault()
    setStop(next)
    bar.focus()
  }
  return (
    <Frame>
      {lines.map((value) => (
        <Line key={value} aria-hidden="true" style={{ bottom: share(value) }}>
          <span>{value.toLocaleString(locale)}</span>
        </Line>
      ))}
      <TooltipDelay value={0}>
        <Bars role="group" aria-label="Jobs by hour" onKeyDown={onKeyDown}>
          {hours.map((hour, index) => (
            <Tooltip key={hour.startsAt} text={wordsOf(hour)}>
              <Bar role="img" aria-label={wordsOf(hour)} tabIndex={index === stop ? 0 : -1}>
                {hour.failed > 0 && <Failed style={{ height: share(hour.failed) }} />}
                {hour.completed > 0 && <i style={{ height: share(hour.completed) }} />}
                {index % labelEvery === 0 && <small aria-hidden="true">{hourSpan(hour.startsAt).from}</small>}
              </Bar>
            </Tooltip>
          ))}
        </Bars>
      </TooltipDelay>
    </Frame>
  )
}
