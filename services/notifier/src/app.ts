import { type App, createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { accountState } from './consumes/account-state.ts'
import { jobFinished } from './consumes/job-finished.ts'
import { jobProgressed } from './consumes/job-progressed.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { accountEvents } from './routes/account-events.ts'
import { jobEvents } from './routes/job-events.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({
    log,
    maxInFlight: Number.POSITIVE_INFINITY,
    responseTimeoutMs: Number.POSITIVE_INFINITY,
  })
  for (const route of [jobEvents, accountEvents]) route(app, deps)
  return app
}

/** Consumed by every replica, each in a group of its own. */
export const consumers = (deps: ConsumeDeps): ConsumersOf<'notifier'> => ({
  'job-progressed': jobProgressed(deps),
  'job-finished': jobFinished(deps),
  'account-state': accountState(deps),
})
