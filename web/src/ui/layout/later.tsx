import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** The longest wait for an idle processor, in ms. */
const timeoutMs = 500

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
      }),
    [],
  )
  return isDue && children
}

/** @returns how it is called off */
function whenIdle(act: () => void): () => void {
  // Safari has no such time.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
