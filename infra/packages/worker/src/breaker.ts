import { VendorError } from '@utter/contracts/vendor-error'
import type { Log } from '@utter/telemetry/log'
import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
} from 'cockatiel'
import { Gauge } from 'prom-client'

/** Outages in a row that open the circuit. A job makes three attempts at once, so one job alone opens nothing. */
const outagesInARow = 5
/** The first time open; doubled by each probe that fails, or longer where the vendor asks for more. */
const firstOpenMs = 5_000
const maxOpenMs = 60_000
/** A vendor's own estimate is often too long: past this, one job is the probe. */
const maxRetryAfterMs = 300_000

const state = new Gauge({
  name: 'vendor_breaker_state',
  help: 'The circuit to the vendor of a stage: 0 closed, 1 open, 2 half open',
  labelNames: ['stage'],
})

/** The vendor was not called; it may be in about `openForMs`. */
export class BreakerOpen extends Error {
  readonly openForMs: number

  constructor(openForMs: number) {
    super('The circuit to the vendor is open')
    this.name = 'BreakerOpen'
    this.openForMs = openForMs
  }
}

export type Breaker = {
  /**
   * Calls the vendor, unless the circuit is open; the first call after that time is the probe.
   * @throws BreakerOpen without calling `call`; or what `call` throws
   */
  run<Result>(call: () => Promise<Result>): Promise<Result>
  /** For how long the circuit stays open, in ms and never the same twice; 0 when it is closed. */
  openForMs(): number
}

/**
 * The circuit to a vendor, for this process and stage: open while it is unavailable. Outages open it (`VendorError.isOutage`: 5xx, timeout,
 * reset, half an answer). A reply or a refusal, 429 too, is an answer; every other fault does not count.
 */
export function createBreaker(stage: string, log: Log, random: () => number = Math.random): Breaker {
  const jittered = (ms: number) => ms * (0.75 + random() / 2)
  let openMs = 0
  let untilMs = 0
  const policy: CircuitBreakerPolicy = circuitBreaker(
    // A fault that does not count must not close the circuit either; by default cockatiel lets it.
    handleWhen((error) => isOutage(error) || policy.state === CircuitState.HalfOpen),
    {
      breaker: new ConsecutiveBreaker(outagesInARow),
      halfOpenAfter: new DelegateBackoff(({ attempt, result }) => {
        const own = jittered(Math.min(firstOpenMs * 2 ** (attempt - 1), maxOpenMs))
        const error = 'error' in result ? result.error : undefined
        const retryAfterMs = (error instanceof VendorError && error.retryAfterMs) || 0
        openMs = Math.max(own, Math.min(retryAfterMs, maxRetryAfterMs))
        // By the system's clock, as cockatiel's own, which is read a moment later.
        untilMs = Date.now() + openMs + 5
        return openMs
      }),
    },
  )
  state.set({ stage }, CircuitState.Closed)
  policy.onStateChange((now) => {
    state.set({ stage }, now)
    if (now === CircuitState.Open)
      log.warn({ stage, openMs: Math.round(openMs) }, 'a vendor is unavailable, its circuit is open')
    else if (now === CircuitState.HalfOpen) log.info({ stage }, 'one job is the probe whether the vendor is back')
    else log.info({ stage }, 'a vendor is back')
  })

  const openForMs = () => {
    if (policy.state === CircuitState.HalfOpen) return jittered(openMs)
    const leftMs = policy.state === CircuitState.Open ? untilMs - Date.now() : 0
    // Jittered, so that not all of them are retried at the moment of the probe.
    return leftMs > 0 ? leftMs + (random() * openMs) / 4 : 0
  }
  return {
    openForMs,
    async run<Result>(call: () => Promise<Result>): Promise<Result> {
      // Before cockatiel, which makes other calls wait for the probe.
      const leftMs = openForMs()
      if (leftMs > 0) throw new BreakerOpen(leftMs)
      const answer = await policy.execute(async () => {
        try {
          return { result: await call() }
        } catch (error) {
          if (error instanceof VendorError && !error.isOutage) return { error }
          throw error
        }
      })
      if ('error' in answer) throw answer.error
      return answer.result
    },
  }
}

const isOutage = (error: unknown) => error instanceof VendorError && error.isOutage
