import { VendorError } from '@utter/contracts/vendor-error'
import { createSemaphore, QueueTimeout } from '@utter/runtime/semaphore'

/** The pause before another attempt: long enough that the worker postpones the step and releases its slot. */
const retryAfterMs = 5_000

/**
 * Work one after another, first come first served. A caller that aborts while it waits leaves the queue and rejects with the signal's reason.
 * @param maxWaitMs the longest wait; after it a transient `chat_busy`, which is no outage, since the model was not asked
 */
export function oneAtATime(maxWaitMs: number) {
  const turns = createSemaphore(1, { maxWaitMs })
  return async <Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> => {
    const release = await turns.acquire(signal).catch((error: unknown) => {
      throw error instanceof QueueTimeout ? busy(error) : error
    })
    try {
      return await work()
    } finally {
      release()
    }
  }
}

const busy = (cause: unknown) =>
  new VendorError('transient', 'chat_busy', 'The chat model is busy', { cause, retryAfterMs })
