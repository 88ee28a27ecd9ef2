import { VendorError } from '@utter/contracts/vendor-error'
import { QueueTimeout, type Semaphore } from '@utter/runtime/semaphore'
import { type Breaker, BreakerOpen } from '@utter/worker/breaker'
import { atLimit } from '../../domain/speech-vendors.ts'
import { withoutOutage } from './vendor-failures.ts'

/** How a vendor is called: when there is room for one more call, and not at all while it is away. */
export type VendorPace = <Result>(
  call: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

export const freely: VendorPace = (call, signal) => call(signal)

/** The pause after which a call that found no room is tried again, in ms. */
const noRoomMs = 5_000

/** The same of a call to a vendor that the operator has switched off. */
const switchedOffMs = 30_000

type Bounds = { slots: Pick<Semaphore, 'acquire'>; breaker: Breaker; isOff?: () => boolean }

/** A vendor's own bound, circuit and switch; its outages are kept in them. */
export const createPace =
  ({ slots, breaker, isOff = () => false }: Bounds): VendorPace =>
  async (call, signal) => {
    if (isOff()) throw switchedOff()
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
const switchedOff = () =>
  new VendorError('transient', 'vendor_off', 'The voice provider is switched off', { retryAfterMs: switchedOffMs })
const busy = () => new VendorError('transient', atLimit, 'The voice provider is busy', { retryAfterMs: noRoomMs })
