import { type CSSProperties, useId } from 'react'
import styled, { css } from 'styled-components'
import { decimal } from '../../lib/format/decimal.ts'
import { forced, narrow, truncate } from '../../theme.ts'
import { Caption, Row } from '../layout/text.tsx'

const track = css`
  height: 4px;
  border-radius: var(--r-full);
  background: linear-gradient(to right, var(--fg-2) var(--filled), var(--line-strong) var(--filled));
`

/** The gap of the surface around it keeps the thumb apart from its rail. */
const thumb = css`
  width: 16px;
  height: 16px;
  border: 0;
  border-radius: var(--r-full);
  background: var(--fg);
  box-shadow: 0 0 0 3px var(--surface);
`
const forcedTrack = css`
  background: linear-gradient(to right, Highlight var(--filled), GrayText var(--filled));
`
const forcedThumb = css`
  background: CanvasText;
  box-shadow: 0 0 0 3px Canvas;
`
const ring = css`
  outline: 2px solid var(--accent);
  outline-offset: 3px;
`

const Range = styled.input`
  appearance: none;
  display: block;
  width: 100%;
  height: 24px;
  margin: 0;
  background: none;
  cursor: pointer;
  ${narrow} { height: 44px; }

  &::-webkit-slider-runnable-track { ${track} }
  &::-moz-range-track { ${track} }
  &::-webkit-slider-thumb { appearance: none; margin-top: -6px; ${thumb} }
  &::-moz-range-thumb { ${thumb} }
  &:disabled { opacity: 0.4; cursor: not-allowed; }
  &:focus-visible { outline: none; }
  &:focus-visible::-webkit-slider-thumb { ${ring} }
  &:focus-visible::-moz-range-thumb { ${ring} }
  ${forced} {
    forced-color-adjust: none;
    &::-webkit-slider-runnable-track { ${forcedTrack} }
    &::-moz-range-track { ${forcedTrack} }
    &::-webkit-slider-thumb { ${forcedThumb} }
    &::-moz-range-thumb { ${forcedThumb} }
  }
`

interface BareSliderProps {
  value: number
  onChange: (value: number) => void
  step: number
  min?: number | undefined
  max?: number | undefined
  valueText: string
  id?: string
  disabled?: boolean
  'aria-describedby'?: string | undefined
  'aria-label'?: string
  className?: string
}

const pageStep = 0.1
const pageKeys: Record<string, number> = { PageUp: pageStep, PageDown: -pageStep }

/** The browser's own slider, from 0 to 1 unless other ends are given. Arrows move one step, PageUp and PageDown a tenth in every browser. */
export const BareSlider = ({ value, onChange, valueText, min = 0, max = 1, ...rest }: BareSliderProps) => (
  <Range
    type="range"
    min={min}
    max={max}
    value={value}
    aria-valuetext={valueText}
    onChange={(event) => onChange(event.target.valueAsNumber)}
    onKeyDown={(event) => {
      const step = pageKeys[event.key]
      if (step === undefined) return
      event.preventDefault()
      onChange(Math.min(max, Math.max(min, Number((value + step).toFixed(2)))))
    }}
    // The middle of the thumb travels from 8 px to 8 px before the end.
    style={{ '--filled': `calc(8px + (100% - 16px) * ${(value - min) / (max - min)})` } as CSSProperties}
    {...rest}
  />
)

const Frame = styled.div`
  display: grid;
  gap: 4px;
  font-size: 13px;
`

const Name = styled.label<{ $isQuiet: boolean }>`
  font-weight: 500;
  line-height: 20px;
  color: ${({ $isQuiet }) => ($isQuiet ? 'var(--fg-3)' : 'inherit')};
`

const Note = styled(Caption)`
  flex: 1;
  ${truncate}
`

const Value = styled.span<{ $isQuiet: boolean }>`
  color: var(${({ $isQuiet }) => ($isQuiet ? '--fg-3' : '--fg-2')});
  font-variant-numeric: tabular-nums;
`

interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  min?: number
  max?: number
  /** Why it cannot be moved; it can without one. */
  disabledNote?: string | undefined
}

/** With its name and its value of two decimals above. */
export function Slider({ label, value, onChange, min, max, disabledNote }: SliderProps) {
  const id = useId()
  const isDisabled = disabledNote !== undefined
  const noteId = `${id}-note`
  return (
    <Frame>
      <Row $isBetween>
        <Name htmlFor={id} $isQuiet={isDisabled}>
          {label}
        </Name>
        {isDisabled && <Note id={noteId}>{disabledNote}</Note>}
        <Value aria-hidden="true" $isQuiet={isDisabled}>
          {decimal(value, 2)}
        </Value>
      </Row>
      <BareSlider
        id={id}
        value={value}
        onChange={onChange}
        step={0.01}
        min={min}
        max={max}
        valueText={decimal(value, 2)}
        disabled={isDisabled}
        aria-describedby={isDisabled ? noteId : undefined}
      />
    </Frame>
  )
}
