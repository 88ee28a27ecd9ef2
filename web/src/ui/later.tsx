import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** At most so many ms after what stands before it. */
const timeoutMs = 500

/** Whether such content was drawn in this document before. */
let wasDrawn = false

/**
 * What lies below the first window: drawn, and its data read, once what stands before it is there and the processor has nothing to do. At once
 * when it comes again: the browser scrolls a person who goes back to where they were, and then the screen must be as high as it was.
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
