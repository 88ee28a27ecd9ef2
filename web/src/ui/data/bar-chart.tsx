import { type KeyboardEvent, useState } from 'react'
import styled, { css } from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { Tooltip, TooltipDelay } from '../overlay/tooltip.tsx'
import { type BarLook, barLook } from './bar-look.ts'
import { scaleOf } from './chart-scale.ts'

/** Its place, its margins and its height are given by the feature. */
const Frame = styled.div`
  position: relative;
  container: chart / inline-size;
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
    white-space: nowrap;
  }
`

const Bars = styled.div<{ $isDense: boolean }>`
  position: absolute;
  inset: 0;
  display: flex;
  justify-content: space-between;
  gap: ${({ $isDense }) => ($isDense ? 1 : 3)}px;
`

/** Places the first and the last bar at the chart's edges; the gaps between belong to the adjacent bars. */
const spread = css`
  max-width: 12px;
  &::before { content: ''; position: absolute; inset: 0 -4px; }
`

/** As high as the chart, so that a bar of nothing can be pointed at. */
const Column = styled.div<{ $isSpread: boolean }>`
  position: relative;
  display: flex;
  flex: 1;
  flex-direction: column;
  justify-content: flex-end;
  align-items: center;
  gap: 2px;
  min-width: 0;
  ${({ $isSpread }) => $isSpread && spread}
  &:hover > i, &:focus-visible > i { background: var(--accent); }
  i {
    flex: none;
    width: 100%;
    max-width: 12px;
    border-radius: 3px 3px 2px 2px;
  }
`

const Value = styled.i<{ $look: BarLook }>`
  ${barLook}
`

/** The edges of a narrow bar fill it: a hollow part is paler there. */
const Above = styled.b<{ $look: BarLook; $isDense: boolean }>`
  flex: none;
  width: 100%;
  max-width: 12px;
  min-height: 4px;
  border-radius: 3px 3px 2px 2px;
  ${barLook}
  ${({ $look, $isDense }) => $isDense && $look === 'hollow' && 'opacity: 0.5;'}
`

/** Below its bar, or at an edge of the chart within it. */
const places = {
  middle: 'left: 50%; transform: translateX(-50%);',
  first: 'left: 0;',
  last: 'right: 0;',
}

const Label = styled.small<{ $place: keyof typeof places; $isMinor: boolean }>`
  position: absolute;
  top: calc(100% + 8px);
  ${({ $place }) => places[$place]}
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  ${({ $isMinor }) => $isMinor && '@container chart (max-width: 299px) { display: none; }'}
`

export interface Bar {
  id: string
  value: number
  /** Drawn above the value, from below. */
  above?: readonly { value: number; look: BarLook }[]
  /** Its numbers in words; none: the place of one that is still to come. */
  text?: string
  /** Shown below it. */
  label?: string | undefined
  /** Whether a chart under 300 px, where labels would run together, does without this one. */
  isMinor?: boolean
}

interface BarChartProps {
  /** The things that are counted, and the unit of time: 'Jobs by hour'. */
  name: string
  bars: readonly Bar[]
  /** Between the hairlines. */
  steps?: number
  isSpread?: boolean
  /** A value beside its hairline. */
  format?: (value: number) => string
  className?: string
}

/** Bars from which on the gaps between them would take most of a phone's width. */
const denseFrom = 46
const sumOf = ({ value, above = [] }: Bar) => above.reduce((sum, one) => sum + one.value, value)

const placeOf = (index: number, count: number) => (index === 0 ? 'first' : index === count - 1 ? 'last' : 'middle')

const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 }

/** Numbers over time. The chart is one stop of the keyboard; arrows go from bar to bar. */
export function BarChart({ name, bars, steps = 3, isSpread = false, format = grouped, className }: BarChartProps) {
  const last = bars.findLastIndex(({ text }) => text !== undefined)
  const [chosen, setChosen] = useState<number>()
  const stop = Math.min(chosen ?? last, last)
  const { top, lines } = scaleOf(Math.max(0, ...bars.map(sumOf)), steps)
  const isDense = bars.length >= denseFrom
  const share = (count: number) => `${(count / top) * 100}%`
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = stop + (moves[event.key] ?? 0)
    const bar = event.currentTarget.querySelectorAll<HTMLElement>('[role=img]')[next]
    if (next === stop || !bar) return
    event.preventDefault()
    setChosen(next)
    bar.focus()
  }
  return (
    <Frame className={className}>
      {lines.map((value) => (
        <Line key={value} aria-hidden="true" style={{ bottom: share(value) }}>
          <span>{format(value)}</span>
        </Line>
      ))}
      <TooltipDelay value={0}>
        <Bars role="group" aria-label={name} onKeyDown={onKeyDown} $isDense={isDense}>
          {bars.map(({ id, value, above = [], text, label, isMinor = false }, index) => {
            const inside = (
              <>
                {above
                  .toReversed()
                  .map(
                    (one) =>
                      one.value > 0 && (
                        <Above
                          key={one.look}
                          $look={one.look}
                          $isDense={isDense}
                          style={{ height: share(one.value) }}
                        />
                      ),
                  )}
                {value > 0 && <Value $look="solid" style={{ height: share(value) }} />}
                {label !== undefined && (
                  <Label
                    $place={isSpread ? placeOf(index, bars.length) : 'middle'}
                    $isMinor={isMinor}
                    aria-hidden="true"
                  >
                    {label}
                  </Label>
                )}
              </>
            )
            if (text === undefined) {
              return (
                <Column key={id} $isSpread={isSpread}>
                  {inside}
                </Column>
              )
            }
            return (
              <Tooltip key={id} text={text}>
                <Column $isSpread={isSpread} role="img" aria-label={text} tabIndex={index === stop ? 0 : -1}>
                  {inside}
                </Column>
              </Tooltip>
            )
          })}
        </Bars>
      </TooltipDelay>
    </Frame>
  )
}
