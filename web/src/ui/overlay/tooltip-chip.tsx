import { useLayoutEffect, useRef } from 'react'
import styled, { keyframes } from 'styled-components'

export type Side = 'top' | 'right' | 'bottom'

const gapPx = 6
const marginPx = 8

const grow = keyframes`from { opacity: 0; transform: scale(0.97); }`

const Chip = styled.div`
  position: fixed;
  z-index: 70;
  max-width: calc(100vw - ${2 * marginPx}px);
  padding: 6px 8px;
  border-radius: var(--r-2);
  background: var(--ink);
  color: var(--on-ink);
  box-shadow: var(--shadow-2);
  overflow-wrap: anywhere;
  font-size: 12px;
  line-height: 16px;
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  animation: ${grow} var(--t-2) var(--ease);

  kbd { margin-left: 6px; font: inherit; opacity: 0.75; }
`

interface TooltipChipProps {
  id: string
  anchor: Element | null | undefined
  side: Side
  text: string
  keys: string | undefined
}

/** Placed next to its anchor, within the window; above turns to below where there is no room. */
export function TooltipChip({ id, anchor, side, text, keys }: TooltipChipProps) {
  const chip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = chip.current
    if (!element || !anchor) return
    const at = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = element
    const isAbove = side === 'top' && at.top - gapPx - height >= marginPx
    const left = side === 'right' ? at.right + gapPx : at.left + (at.width - width) / 2
    const top =
      side === 'right' ? at.top + (at.height - height) / 2 : isAbove ? at.top - gapPx - height : at.bottom + gapPx
    element.style.left = `${Math.max(marginPx, Math.min(left, innerWidth - width - marginPx))}px`
    element.style.top = `${top}px`
  }, [anchor, side])
  return (
    <Chip ref={chip} id={id} role="tooltip">
      <bdi>{text}</bdi>
      {keys && <kbd>{keys}</kbd>}
    </Chip>
  )
}
