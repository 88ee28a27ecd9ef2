import { type ReactNode, startTransition, useEffect, useState } from 'react'

/** At most so many ms after what stands before it. */
const timeoutMs = 500

/** What lies below the first window: drawn, and its data read, once what stands before it is there and the processor has nothing to do. */
export function Later({ children }: { children: ReactNode }) {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setIsDue(true))), [])
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
