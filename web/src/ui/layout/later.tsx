import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/browser/when-idle.ts'

const soon = { timeoutMs: 500, untoldMs: 0 }

/** Whether such content was drawn in this document before. */
let wasDrawn = false

/**
 * Content below the first window: drawn, and its data read, once what is above it is there and the processor is idle.
 * At once when it is shown again: the browser restores the scroll position, for which the screen must be as high as it
 * was.
 */
export function Later({ children }: { children: ReactNode }) {
  const [isDue, setIsDue] = useState(wasDrawn)
  useEffect(
    () =>
      whenIdle(() => {
        wasDrawn = true
        startTransition(() => setIsDue(true))
      }, soon),
    [],
  )
  return isDue && children
}
