const maxSeconds = 30

/**
 * Milliseconds before try `n` (from 0): anywhere below 1, 2, 4 … 30 s ("full jitter"), so that the tabs of all people do not come back at
 * once after a restart.
 */
export const backoffMs = (tries: number, random = Math.random): number =>
  Math.round(random() * Math.min(2 ** tries, maxSeconds) * 1_000)
