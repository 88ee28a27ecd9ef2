import { useId } from 'react'
import styled from 'styled-components'
import { forced, hidden, narrow } from '../../theme.ts'

/** A flex box itself, so that its options are its children. */
const Frame = styled.fieldset`
  display: flex;
  gap: 2px;
  min-width: 0;
  padding: 2px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-3);
  legend { ${hidden} }
`

const Option = styled.label`
  position: relative;
  flex: 1;
  display: grid;
  place-items: center;
  min-height: 30px;
  padding: 4px 8px;
  border-radius: var(--r-2);
  color: var(--fg-2);
  font-size: 13px;
  font-weight: 500;
  line-height: 16px;
  text-align: center;
  cursor: pointer;
  transition: background var(--t-1), color var(--t-1);

  &:hover { color: var(--fg); }
  &:has(:checked) { background: var(--hover); color: var(--fg); box-shadow: inset 0 0 0 1px var(--control); }
  &:has(:focus-visible) { outline: 2px solid var(--accent); outline-offset: 1px; }
  input { ${hidden} }
  ${narrow} { min-height: 40px; }
  ${forced} {
    &:has(:checked) { outline: 2px solid Highlight; outline-offset: -2px; }
  }
`

interface SegmentedProps<Value extends string> {
  /** Read out before the options, and not drawn. */
  legend: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A choice among a few, all in sight. Arrow keys move it, as in every group of radio buttons. */
export function Segmented<Value extends string>({ legend, options, value, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <Frame>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Option key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </Option>
      ))}
    </Frame>
  )
}
