interface IdleOptions {
  /** The longest wait for an idle processor, in ms. */
  timeoutMs?: number
  /** The wait where the browser does not tell, as Safari, in ms. */
  untoldMs?: number
}

/** Runs the act while the browser has nothing else to do. @returns how it is called off */
export function whenIdle(act: () => void, { timeoutMs = 10_000, untoldMs = 200 }: IdleOptions = {}): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, untoldMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: timeoutMs })
  return () => cancelIdleCallback(handle)
}
