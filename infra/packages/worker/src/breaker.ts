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
/** How long it is open at first; doubled by each probe that fails, or longer where the vendor asks for more. */
const firstOpenMs = 5_000
const maxOpenMs = 60_000
/** A vendor that asks for more is back sooner than it thought, as often as not; one job finds out. */
const maxRetryAfterMs = 300_000

const state = new Gauge({
  name: 'vendor_breaker_state',
  help: 'The circuit to the vendor of a stage: 0 closed, 1 open, 2 half open',
  labelNames: ['stage'],
})

/** The vendor was not asked; it may be asked again in about `openForMs`. */
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
   * Asks the vendor, unless the circuit is open; the first call after that time is the probe.
   * @throws BreakerOpen without calling `ask`; or what `ask` throws
   */
  run<Result>(ask: () => Promise<Result>): Promise<Result>
  /** For how long the circuit stays open, in ms and never the same twice; 0 when it is closed. */
  openForMs(): number
}

/**
 * The circuit to a vendor, for this process and stage: open while it is unavailable. An outage is what opens it (`VendorError.isOutage`: 5xx,
 * silence, reset, half an answer). A reply or a refusal, 429 too, is an answer; whatever else went wrong does not count.
 */
export function openBreaker(stage: string, log: Log, random: () => number = Math.random): Breaker {
  const jittered = (ms: number) => ms * (0.75 + random() / 2)
  let openMs = 0
  let untilMs = 0
  const policy: CircuitBreakerPolicy = circuitBreaker(
    // What does not count can't close the circuit either, which cockatiel would take for granted.
    handleWhen((error) => isOutage(error) || policy.state === CircuitState.HalfOpen),
    {
      breaker: new ConsecutiveBreaker(outagesInARow),
      halfOpenAfter: new DelegateBackoff(({ attempt, result }) => {
        const own = jittered(Math.min(firstOpenMs * 2 ** (attempt - 1), maxOpenMs))
        const error = 'error' in result ? result.error : undefined
        const askedMs = (error instanceof VendorError && error.retryAfterMs) || 0
        openMs = Math.max(own, Math.min(askedMs, maxRetryAfterMs))
        // cockatiel looks at the clock a moment later.
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
    else if (now === CircuitState.HalfOpen) log.info({ stage }, 'one job finds out whether the vendor is back')
    else log.info({ stage }, 'a vendor is back')
  })

  const openForMs = () => {
    if (policy.state === CircuitState.HalfOpen) return jittered(openMs)
    const leftMs = policy.state === CircuitState.Open ? untilMs - Date.now() : 0
    // Spread, so that not all of them come in the moment of the probe.
    return leftMs > 0 ? leftMs + (random() * openMs) / 4 : 0
  }
  return {
    openForMs,
    async run<Result>(ask: () => Promise<Result>): Promise<Result> {
      // Before cockatiel, which has others wait beside the probe.
      const leftMs = openForMs()
      if (leftMs > 0) throw new BreakerOpen(leftMs)
      const answer = await policy.execute(async () => {
        try {
          return { result: await ask() }
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
