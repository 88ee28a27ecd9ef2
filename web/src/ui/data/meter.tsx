import styled from 'styled-components'
import { forced } from '../../theme.ts'

/** Position of the notch, in percent. */
const notch = 80

const Track = styled.div`
  position: relative;
  height: 10px;
  border-radius: var(--r-full);
  background: var(--line);
  ${forced} { border: 1px solid CanvasText; }
  &::after {
    content: '';
    position: absolute;
    left: ${notch}%;
    top: -3px;
    bottom: -3px;
    width: 2px;
    border-radius: 1px;
    background: var(--fg-2);
    outline: 2px solid var(--surface);
    ${forced} { forced-color-adjust: none; background: CanvasText; outline-color: Canvas; }
  }
`

const Fill = styled.div<{ $isWarning: boolean }>`
  height: 100%;
  border-radius: inherit;
  background: ${({ $isWarning }) => ($isWarning ? 'var(--warning-fill)' : 'var(--accent)')};
  ${forced} { forced-color-adjust: none; background: Highlight; }
`

interface MeterProps {
  name: string
  /** From 0; what is above 100 fills it. */
  percent: number
  /** The same with its unit: '81 of 100 calls'. */
  text: string
  isWarning: boolean
}

/** How much of a limit is used, with a notch where a warning begins. */
export const Meter = ({ name, percent, text, isWarning }: MeterProps) => (
  <Track
    role="meter"
    aria-label={name}
    aria-valuenow={Math.min(100, Math.floor(percent))}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuetext={text}
  >
    <Fill $isWarning={isWarning} style={{ width: `${Math.min(100, percent)}%` }} />
  </Track>
)
