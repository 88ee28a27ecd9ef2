import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { openApiRoute } from '@utter/http/openapi/openapi-route'
import { type App, addRoutes } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import type { WorkersOf } from '@utter/worker/workers-of'
import { accountState } from './consumes/account-state.ts'
import { chatRequested } from './consumes/chat-requested.ts'
import { jobCancelled } from './consumes/job-cancelled.ts'
import { jobDeleted } from './consumes/job-deleted.ts'
import type { ConsumeDeps, Deps, WorkDeps } from './deps.ts'
import { chatRoute } from './routes/chat.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, bodyLimit: maxBodyBytes.chat, responseTimeoutMs: Number.POSITIVE_INFINITY })
  addRoutes(app, [chatRoute, openApiRoute], deps)
  return app
}

export const workers = (deps: WorkDeps): WorkersOf<'chat', keyof ReturnType<typeof consumers>> => ({
  'chat-requested': chatRequested(deps),
})

export const consumers = (
  deps: ConsumeDeps,
): Pick<ConsumersOf<'chat'>, 'account-state' | 'job-deleted' | 'job-cancelled'> => ({
  'account-state': accountState(deps),
  'job-deleted': jobDeleted(deps),
  'job-cancelled': jobCancelled(deps),
})
