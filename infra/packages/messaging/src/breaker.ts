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

/** Outages in a row after which a vendor is left alone. A job asks three times at once, so one job alone opens nothing. */
const outagesInARow = 5
/** How long it is left alone at first; doubled by each probe that fails, or longer where the vendor asks for more. */
const firstOpenMs = 5_000
const longestOpenMs = 60_000
/** A vendor that asks for more is back sooner than it thought, as often as not; one job finds out. */
const maxRetryAfterMs = 300_000

const state = new Gauge({
  name: 'vendor_breaker_state',
  help: 'Whether the vendor of a stage is asked: 0 yes, 1 not at all, 2 by one job to see',
  labelNames: ['stage'],
})

/** Nobody asked the vendor; it may be asked again in about `waitMs`. */
export class BreakerOpen extends Error {
  readonly waitMs: number

  constructor(waitMs: number) {
    super('The vendor is left alone')
    this.name = 'BreakerOpen'
    this.waitMs = waitMs
  }
}

export type Breaker = {
  /**
   * Asks the vendor, unless it is left alone; the first call after that time is the one that finds out.
   * @throws BreakerOpen without calling `ask`; or what `ask` throws
   */
  run<Result>(ask: () => Promise<Result>): Promise<Result>
  /** For how long nobody is to ask, in ms and never the same twice; 0 when it may be asked. */
  waitMs(): number
}

/**
 * Leaves a vendor alone that is away, for this process and stage. An outage is what says so (`VendorError.isOutage`: 5xx,
 * silence, reset, half an answer). A reply or a refusal, 429 too, is an answer; whatever else went wrong says nothing of it.
 */
export function openBreaker(stage: string, log: Log, random: () => number = Math.random): Breaker {
  const jittered = (ms: number) => ms * (0.75 + random() / 2)
  let openMs = 0
  let untilMs = 0
  const policy: CircuitBreakerPolicy = circuitBreaker(
    // What says nothing of the vendor can't close the circuit either, which cockatiel would take for granted.
    handleWhen((error) => isOutage(error) || policy.state === CircuitState.HalfOpen),
    {
      breaker: new ConsecutiveBreaker(outagesInARow),
      halfOpenAfter: new DelegateBackoff(({ attempt, result }) => {
        const own = jittered(Math.min(firstOpenMs * 2 ** (attempt - 1), longestOpenMs))
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
    if (now === CircuitState.Open) log.warn({ stage, openMs: Math.round(openMs) }, 'a vendor is away and left alone')
    else if (now === CircuitState.HalfOpen) log.info({ stage }, 'one job finds out whether the vendor is back')
    else log.info({ stage }, 'a vendor is back')
  })

  const waitMs = () => {
    if (policy.state === CircuitState.HalfOpen) return jittered(openMs)
    const leftMs = policy.state === CircuitState.Open ? untilMs - Date.now() : 0
    // Spread, so that not all of them come in the moment of the probe.
    return leftMs > 0 ? leftMs + (random() * openMs) / 4 : 0
  }
  return {
    waitMs,
    async run<Result>(ask: () => Promise<Result>): Promise<Result> {
      // Before cockatiel, which has others wait beside the probe.
      const leftAloneMs = waitMs()
      if (leftAloneMs > 0) throw new BreakerOpen(leftAloneMs)
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
