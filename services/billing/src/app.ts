import { type App, createServer } from '@utter/http/server'
import type { Handler } from '@utter/messaging/handler'
import type { Log } from '@utter/telemetry/log'
import { accountState } from './consumes/account-state.ts'
import { jobFinished } from './consumes/job-finished.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { internalRoutes } from './routes/internal.ts'
import { plansRoute } from './routes/plans.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log })
  for (const route of [plansRoute, internalRoutes]) route(app, deps)
  return app
}

export const consumers = (deps: ConsumeDeps): Handler[] => [accountState(deps), jobFinished(deps)]
