import { setTimeout as pause } from 'node:timers/promises'

/**
 * How long a condition is waited for, in ms: as long as a machine may take whose cores are shared and a quarter as fast.
 * A test that passes goes on as soon as the condition holds.
 */
export const maxWaitMs = 180_000

/** Polls `look` until it returns something true. @throws naming what was waited for, when the time is over */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  limitMs = maxWaitMs,
): Promise<T> {
  const until = Date.now() + limitMs
  let last: unknown
  while (Date.now() < until) {
    try {
      const found = await look()
      if (found) return found
    } catch (error) {
      last = error
    }
    await pause(100)
  }
  throw new Error(`${what}: not within ${limitMs / 1_000} s`, { cause: last })
}
