import { createContext, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styled from 'styled-components'
import { isComposing } from '../../lib/browser/is-composing.ts'
import { type Side, TooltipChip } from './tooltip-chip.tsx'

/** Milliseconds that the pointer rests before a tooltip shows: 700, and 0 in the sidebar. */
const Delay = createContext(700)
export const TooltipDelay = Delay.Provider

/** Long enough to move the pointer onto the tooltip itself. */
const leaveMs = 100

const Around = styled.span`
  display: contents;
`

interface TooltipProps {
  text: string
  keys?: string
  side?: Side
  children: ReactNode
}

/**
 * A name or a whole value next to a control, which carries the same for assistive technology: never the only place
 * of a fact. Our own rather than the kit's, which brings 13 kB of placing that one chip does not need.
 */
export function Tooltip({ text, keys, side = 'top', children }: TooltipProps) {
  const delayMs = useContext(Delay)
  const id = useId()
  const around = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setIsOpen] = useState(false)

  const after = (ms: number, open: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(open), ms)
  }
  const close = () => {
    clearTimeout(timer.current)
    setIsOpen(false)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !isComposing(event) && setIsOpen(false)
    // Its place is that of its anchor when it opened: scrolling would part them.
    const onScroll = () => setIsOpen(false)
    const anchor = around.current?.firstElementChild
    anchor?.setAttribute('aria-describedby', id)
    addEventListener('keydown', onKeyDown)
    addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      anchor?.removeAttribute('aria-describedby')
      removeEventListener('keydown', onKeyDown)
      removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [isOpen, id])

  return (
    <Around
      ref={around}
      onPointerEnter={(event) => event.pointerType !== 'touch' && after(isOpen ? 0 : delayMs, true)}
      onPointerLeave={() => after(leaveMs, false)}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && after(0, true)}
      onBlur={close}
    >
      {children}
      {isOpen &&
        createPortal(
          <TooltipChip id={id} anchor={around.current?.firstElementChild} side={side} text={text} keys={keys} />,
          // Inside of a landmark, and of the dialog that may be open: outside of it nothing is read.
          around.current?.closest('[role=dialog], main, aside, header') ?? document.body,
        )}
    </Around>
  )
}
