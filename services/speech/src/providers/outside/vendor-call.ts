import { VendorError } from '@utter/contracts/vendor-error'
import { type Deadline, openDeadline, unlessAborted } from '@utter/worker/deadline'
import { tooSlow } from './vendor-failures.ts'

type Limits = {
  signal: AbortSignal
  /** The longest time without a byte, in ms. */
  idleMs: number
}

/**
 * A request to a vendor, ended by the caller's signal (by its reason) or by a time in which nothing arrives. @param failureOf the
 * meaning of every other error
 */
export async function callVendor<Result>(
  { signal, idleMs }: Limits,
  call: (signal: AbortSignal, deadline: Deadline) => Promise<Result>,
  failureOf: (error: unknown) => VendorError,
): Promise<Result> {
  signal.throwIfAborted()
  using deadline = openDeadline(idleMs)
  const ended = AbortSignal.any([signal, deadline.signal])
  try {
    return await unlessAborted(call(ended, deadline), ended)
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.signal.aborted) throw tooSlow()
    throw error instanceof VendorError ? error : failureOf(error)
  }
}
