import { HttpError } from './http.ts'

const maxTries = 4
/** Seconds; a longer pause is told as a refusal. */
const maxPauseSeconds = 60

/** A write of many, refused because there were too many of them, is sent again after the time that the refusal names. */
export async function patiently<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      const seconds = error instanceof HttpError && error.status === 429 ? error.retryAfterSeconds : undefined
      if (seconds === undefined || seconds > maxPauseSeconds || tries === maxTries) throw error
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    }
  }
}
