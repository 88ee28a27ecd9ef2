/** The time limit of a step; each report of progress restarts it. */
export type Deadline = Disposable & { signal: AbortSignal; restart(): void }

/** @param limitMs from now, or from the last `restart` */
export function openDeadline(limitMs: number): Deadline {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), limitMs)
  return {
    signal: over.signal,
    restart: () => void (over.signal.aborted || timer.refresh()),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

/** The work's result, or the signal's reason as soon as it aborts, whether the work respects the signal or not. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  try {
    return await Promise.race([work, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
