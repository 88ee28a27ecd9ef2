import { maxBodyBytes } from '@utter/http/max-body-bytes'
import { type App, createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import type { WorkersOf } from '@utter/worker/workers-of'
import { accountState } from './consumes/account-state.ts'
import { chatRequested } from './consumes/chat-requested.ts'
import type { ConsumeDeps, Deps, WorkDeps } from './deps.ts'
import { chatRoute } from './routes/chat.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, bodyLimit: maxBodyBytes.chat, responseTimeoutMs: Number.POSITIVE_INFINITY })
  chatRoute(app, deps)
  return app
}

export const workers = (deps: WorkDeps): WorkersOf<'chat', keyof ReturnType<typeof consumers>> => ({
  'chat-requested': chatRequested(deps),
})

export const consumers = (deps: ConsumeDeps): Pick<ConsumersOf<'chat'>, 'account-state'> => ({
  'account-state': accountState(deps),
})
