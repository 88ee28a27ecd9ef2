import { type App, createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { accountState } from './consumes/account-state.ts'
import { jobFinished } from './consumes/job-finished.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { countLedgerRows } from './routes/internal/count-ledger-rows.ts'
import { setPlan } from './routes/internal/set-plan.ts'
import { listPlans } from './routes/list-plans.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log })
  for (const route of [listPlans, setPlan, countLedgerRows]) route(app, deps)
  return app
}

export const consumers = (deps: ConsumeDeps): ConsumersOf<'billing'> => ({
  'account-state': accountState(deps),
  'job-finished': jobFinished(deps),
})
