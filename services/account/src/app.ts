import { maxBodyBytes } from '@utter/http/max-body-bytes'
import { type App, createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { billingState } from './consumes/billing-state.ts'
import { referralState } from './consumes/referral-state.ts'
import type { ConsumeDeps, Deps } from './deps.ts'
import { internalRoutes } from './routes/internal.ts'
import { internalKeyRoutes } from './routes/internal-keys.ts'
import { logIn } from './routes/log-in.ts'
import { sessionRoutes } from './routes/session.ts'
import { signUp } from './routes/sign-up.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, bodyLimit: maxBodyBytes.auth })
  for (const route of [signUp, logIn, sessionRoutes, internalRoutes, internalKeyRoutes]) route(app, deps)
  return app
}

export const consumers = (deps: ConsumeDeps): ConsumersOf<'account'> => ({
  'billing-state': billingState(deps),
  'referral-state': referralState(deps),
})
