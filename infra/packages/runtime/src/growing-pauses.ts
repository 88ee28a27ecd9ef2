import { setTimeout as pause } from 'node:timers/promises'

const [firstMs, maxMs] = [50, 500]

/**
 * To try again until others have made room: each pause longer than the one before, by chance, so that two that wait for each other part.
 * @returns pauses once; false, at once, when `forMs` are over
 */
export function growingPauses(forMs: number): () => Promise<boolean> {
  const untilMs = performance.now() + forMs
  let pauseMs = firstMs
  return async () => {
    if (performance.now() > untilMs) return false
    await pause(pauseMs * (0.5 + Math.random()))
    pauseMs = Math.min(pauseMs * 1.5, maxMs)
    return true
  }
}
