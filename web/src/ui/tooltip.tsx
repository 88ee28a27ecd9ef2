import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import styled, { keyframes } from 'styled-components'

const grow = keyframes`from { opacity: 0; transform: scale(0.97); }`

const Chip = styled(Radix.Content)`
  z-index: 70;
  padding: 6px 8px;
  border-radius: var(--r-2);
  background: var(--ink);
  color: var(--on-ink);
  box-shadow: var(--shadow-2);
  font-size: 12px;
  line-height: 16px;
  font-weight: 500;
  transform-origin: var(--radix-tooltip-content-transform-origin);
  animation: ${grow} var(--t-2) var(--ease);
  user-select: none;

  kbd { margin-left: 6px; font: inherit; opacity: 0.75; }
`

export const TooltipProvider = Radix.Provider

interface TooltipProps {
  text: string
  keys?: string
  side?: 'top' | 'right' | 'bottom'
  children: ReactNode
}

/** After 700 ms; at once in the sidebar, whose own provider says so. Never the only place of a fact. */
export const Tooltip = ({ text, keys, side = 'top', children }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Chip side={side} sideOffset={6} collisionPadding={8}>
        {text}
        {keys && <kbd>{keys}</kbd>}
      </Chip>
    </Radix.Portal>
  </Radix.Root>
)
