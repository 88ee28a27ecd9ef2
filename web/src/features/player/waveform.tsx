import type { PointerEvent } from 'react'
import styled from 'styled-components'
import { clock } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { forced } from '../../theme.ts'
import { barsOf } from './bars.ts'

const count = 48
const minPx = 4
const maxPx = 40

const Wave = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex: 1;
  min-width: 0;
  height: 40px;
  cursor: pointer;
  touch-action: none;
  &:focus-visible { outline-offset: 4px; }
`

const Bar = styled.i<{ $isPlayed: boolean }>`
  flex: 1 1 0;
  min-width: 2px;
  max-width: 3px;
  border-radius: var(--r-full);
  background: var(${({ $isPlayed }) => ($isPlayed ? '--accent' : '--control')});
  pointer-events: none;
  ${forced} {
    background: ${({ $isPlayed }) => ($isPlayed ? 'Highlight' : 'CanvasText')};
    forced-color-adjust: none;
  }
`

interface WaveformProps {
  /** Absent: 'Seek'. */
  label?: string
  peaks: readonly number[] | undefined
  atSeconds: number
  lengthSeconds: number
  onSeek: (seconds: number) => void
}

/** The wave is the rail: one slider to assistive technology. Its keys are the player's. */
export function Waveform({ label = t('Seek'), peaks, atSeconds, lengthSeconds, onSeek }: WaveformProps) {
  const played = lengthSeconds > 0 ? atSeconds / lengthSeconds : 0
  const seekTo = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    onSeek(Math.min(Math.max((event.clientX - left) / width, 0), 1) * lengthSeconds)
  }
  return (
    <Wave
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.round(lengthSeconds)}
      aria-valuenow={Math.round(atSeconds)}
      aria-valuetext={t('{at} of {length}', { at: clock(atSeconds), length: clock(lengthSeconds) })}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        seekTo(event)
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
    >
      {barsOf(peaks, count).map((loudness, i) => (
        <Bar
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          key={i}
          $isPlayed={(i + 0.5) / count <= played}
          style={{ height: Math.round(Math.max(minPx, loudness * maxPx)) }}
        />
      ))}
    </Wave>
  )
}
