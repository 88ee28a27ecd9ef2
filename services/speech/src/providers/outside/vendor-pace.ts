import { VendorError } from '@utter/contracts/vendor-error'
import { QueueTimeout, type Semaphore } from '@utter/runtime/semaphore'
import { type Breaker, BreakerOpen } from '@utter/worker/breaker'
import { withoutOutage } from './vendor-failures.ts'

/** How a vendor is called: when there is room for one more call, and not at all while it is away. */
export type VendorPace = <Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

export const freely: VendorPace = (call, signal) => call(signal)

/** The pause after which a call that found no room is tried again, in ms. */
const noRoomMs = 5_000

/** A vendor's own bound and circuit; its outages are kept in it. */
export const createPace =
  ({ slots, breaker }: { slots: Pick<Semaphore, 'acquire'>; breaker: Breaker }): VendorPace =>
  async (call, signal) => {
    const openForMs = breaker.openForMs()
    if (openForMs > 0) throw away(openForMs)
    const release = await slots.acquire(signal).catch((error: unknown) => {
      throw error instanceof QueueTimeout ? busy() : error
    })
    try {
      return await breaker.run(() => call(signal))
    } catch (error) {
      if (error instanceof BreakerOpen) throw away(error.openForMs)
      throw withoutOutage(error)
    } finally {
      release()
    }
  }

const away = (retryAfterMs: number) =>
  new VendorError('transient', 'vendor_unavailable', 'The voice provider is not available', { retryAfterMs })
const busy = () => new VendorError('transient', 'speech_busy', 'The voice provider is busy', { retryAfterMs: noRoomMs })
