import { maxBodyBytes } from '@utter/http/max-body-bytes'
import { type App, createServer } from '@utter/http/server'
import type { WorkersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { chatRequested } from './consumes/chat-requested.ts'
import type { Deps, WorkDeps } from './deps.ts'
import { chatRoute } from './routes/chat.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, bodyLimit: maxBodyBytes.chat, answerWithinMs: Number.POSITIVE_INFINITY })
  chatRoute(app, deps)
  return app
}

export const workers = (deps: WorkDeps): WorkersOf<'chat'> => ({ 'chat-requested': chatRequested(deps) })
