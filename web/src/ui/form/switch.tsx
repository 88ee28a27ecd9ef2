import { useId } from 'react'
import styled from 'styled-components'
import { forced, hidden } from '../../theme.ts'
import { Caption } from '../layout/text.tsx'

const Line = styled.label<{ $isDisabled: boolean }>`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  cursor: ${({ $isDisabled }) => ($isDisabled ? 'not-allowed' : 'pointer')};

  input { ${hidden} }
  b { display: block; font-size: 13px; font-weight: 500; line-height: 20px; color: ${({ $isDisabled }) => ($isDisabled ? 'var(--fg-3)' : 'inherit')}; }
  small { display: block; }
`

const Track = styled.span`
  flex: none;
  width: 36px;
  height: 20px;
  padding: 2px;
  border-radius: var(--r-full);
  background: var(--control);
  transition: background var(--t-2) var(--ease);

  &::after {
    content: '';
    display: block;
    width: 16px;
    height: 16px;
    border-radius: var(--r-full);
    background: var(--surface);
    transition: transform var(--t-2) var(--ease);
  }
  input:checked + & { background: var(--ink); }
  input:checked + &::after { transform: translateX(16px); background: var(--on-ink); }
  input:disabled + & { opacity: 0.4; }
  input:focus-visible + & { outline: 2px solid var(--accent); outline-offset: 2px; }
  ${forced} {
    forced-color-adjust: none;
    border: 1px solid CanvasText;
    background: Canvas;
    &::after { background: CanvasText; }
    input:checked + & { background: Highlight; }
    input:checked + &::after { background: HighlightText; }
  }
`

interface SwitchProps {
  label: string
  hint: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  /** Why it cannot be toggled, in place of the hint; it can without one. */
  disabledNote?: string | undefined
}

/** The whole line toggles. */
export function Switch({ label, hint, isOn, onChange, disabledNote }: SwitchProps) {
  const id = useId()
  return (
    <Line $isDisabled={disabledNote !== undefined}>
      <span>
        <b id={`${id}-label`}>{label}</b>
        <Caption as="small" id={`${id}-hint`}>
          {disabledNote ?? hint}
        </Caption>
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabledNote !== undefined}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
      />
      <Track />
    </Line>
  )
}
