import { createHash } from 'node:crypto'
import type { Clock } from '../clock/clock.ts'
import type { State } from '../store/state.ts'
import { errorBody } from './error-body.ts'
import { StripeError } from './stripe-error.ts'

/** Stripe may forget a key after a day. */
const keptForSeconds = 24 * 3600

export type Idempotency = ReturnType<typeof createIdempotency>

/** Runs a request once for each key. Refusals before anything ran (400, 404) are not kept, declined cards are. */
export function createIdempotency(state: State, clock: Clock) {
  const running = new Set<string>()
  const forget = () => {
    for (const [key, { at }] of Object.entries(state.answers))
      if (clock.now() - at > keptForSeconds) delete state.answers[key]
  }
  return {
    async once(key: string, path: string, given: string, work: () => Promise<string>) {
      forget()
      const params = createHash('sha256').update(given).digest('base64url')
      const kept = Object.hasOwn(state.answers, key) ? state.answers[key] : undefined
      if (kept) {
        if (kept.path !== path || kept.params !== params) throw otherRequest(key)
        return { status: kept.status, body: kept.body, replayed: true }
      }
      if (running.has(key)) throw inProgress(key)
      running.add(key)
      try {
        const answer = await work().then(
          (body) => ({ status: 200, body }),
          (error: unknown) => {
            if (!(error instanceof StripeError) || error.status !== 402) throw error
            return { status: 402, body: JSON.stringify(errorBody(error)) }
          },
        )
        state.answers[key] = { path, params, ...answer, at: clock.now() }
        return { ...answer, replayed: false }
      } finally {
        running.delete(key)
      }
    },
  }
}

const otherRequest = (key: string) =>
  new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })

const inProgress = (key: string) =>
  new StripeError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}.`,
  })
