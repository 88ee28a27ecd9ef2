import { Switch as Radix } from 'radix-ui'
import { useId } from 'react'
import styled from 'styled-components'
import { Label } from './field.tsx'
import { Caption } from './text.tsx'

const Line = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
`

const Words = styled(Label)`
  flex: 1;
  cursor: pointer;
  small { display: block; font-weight: 400; }
`

const Root = styled(Radix.Root)`
  position: relative;
  flex: none;
  width: 36px;
  height: 20px;
  padding: 2px;
  border: 0;
  border-radius: var(--r-full);
  background: var(--control);
  cursor: pointer;
  transition: background var(--t-2) var(--ease);
  &::after { content: ''; position: absolute; inset: -8px -4px; }
  &:focus-visible { border-radius: var(--r-full); }
  &[data-state='checked'] { background: var(--ink); }
`

const Thumb = styled(Radix.Thumb)`
  display: block;
  width: 16px;
  height: 16px;
  border-radius: var(--r-full);
  background: var(--surface);
  transition: transform var(--t-2) var(--ease);
  &[data-state='checked'] { transform: translateX(16px); background: var(--on-ink); }
`

interface SwitchProps {
  label: string
  hint: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** The whole line toggles. */
export function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId()
  return (
    <Line>
      <Words htmlFor={id}>
        <span id={`${id}-label`}>{label}</span>
        <Caption as="small" id={`${id}-hint`}>
          {hint}
        </Caption>
      </Words>
      <Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
      >
        <Thumb />
      </Root>
    </Line>
  )
}
