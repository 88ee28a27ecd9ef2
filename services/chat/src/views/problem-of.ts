import { VendorError } from '@utter/contracts/vendor-error'
import { toProblem } from '@utter/http/error-handler'
import { Problem, tooManyAtOnce, unavailable } from '@utter/http/problem'
import { QueueFull, QueueTimeout } from '@utter/runtime/semaphore'
import { ShareFull } from '@utter/runtime/shared-semaphore'
import { BreakerOpen } from '@utter/worker/breaker'

/** The time that a reply takes, about. */
const retryAfterSeconds = 5

const busy = (afterSeconds: number, cause: unknown) =>
  unavailable('The chat model is busy, try again in a moment', afterSeconds, cause)

/** The answer to a request whose reply could not be written: 503 where a later request may succeed, else 502, and 504 for silence. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ShareFull) return tooManyAtOnce(retryAfterSeconds, error)
  if (error instanceof QueueFull || error instanceof QueueTimeout) return busy(retryAfterSeconds, error)
  if (error instanceof BreakerOpen)
    return unavailable('The chat model is not available, try again later', secondsOf(error.openForMs), error)
  if (!(error instanceof VendorError)) return toProblem(error as Error)
  if (error.code === 'chat_timeout') return new Problem(504, 'timed_out', error.sentence, { cause: error })
  if (error.kind === 'permanent') return new Problem(502, error.code, error.sentence, { cause: error })
  return busy(secondsOf(error.retryAfterMs ?? 1_000), error)
}

const secondsOf = (ms: number) => Math.ceil(ms / 1_000)
