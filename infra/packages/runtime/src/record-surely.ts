import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from './is-transient.ts'

const [firstPauseMs, maxPauseMs] = [100, 1_000]

/**
 * Records what cannot be had again, such as the result of a paid call, however often its store is unavailable.
 * @param record may have landed though it threw, so a repetition of it must find that. @param signal nothing is repeated after it
 * @throws a permanent fault; and the last transient one when `signal` has aborted
 */
export async function recordSurely<T>(record: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
    try {
      return await record()
    } catch (error) {
      if (!isTransient(error) || signal.aborted) throw error
      await pause(pauseMs * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {})
    }
  }
}
