import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { accountState } from './consumes/account-state.ts'
import { billingState } from './consumes/billing-state.ts'
import { jobFinished } from './consumes/job-finished.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { getReferralStats } from './routes/get-referral-stats.ts'
import { findCode } from './routes/internal/find-code.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log })
  addRoutes(app, [getReferralStats, findCode, openApiRoute], deps)
  return app
}

export const consumers = (deps: ConsumeDeps): ConsumersOf<'referral'> => ({
  'account-state': accountState(deps),
  'billing-state': billingState(deps),
  'job-finished': jobFinished(deps),
})
