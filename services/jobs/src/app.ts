import { maxBodyBytes } from '@utter/http/max-body-bytes'
import { type App, createServer } from '@utter/http/server'
import type { ConsumersOf } from '@utter/messaging/consumers-of'
import type { Log } from '@utter/telemetry/log'
import { audioStored } from './consumes/audio-stored.ts'
import { billingState } from './consumes/billing-state.ts'
import { chatStarted } from './consumes/chat-started.ts'
import { replyWritten } from './consumes/reply-written.ts'
import { speechProgressed } from './consumes/speech-progressed.ts'
import { speechStarted } from './consumes/speech-started.ts'
import { stepFailed } from './consumes/step-failed.ts'
import { stepPostponed } from './consumes/step-postponed.ts'
import type { Deps, LifecycleDeps } from './deps.ts'
import { internalRoutes } from './routes/internal.ts'
import { jobRoutes } from './routes/jobs.ts'
import { statsRoute } from './routes/stats.ts'
import { submitRoutes } from './routes/submit.ts'

export function buildApp(deps: Deps, log: Log): App {
  const app = createServer({ log, bodyLimit: maxBodyBytes.job })
  for (const route of [submitRoutes, jobRoutes, statsRoute, internalRoutes]) route(app, deps)
  return app
}

export const consumers = (deps: LifecycleDeps): ConsumersOf<'jobs'> => ({
  'chat-started': chatStarted(deps),
  'reply-written': replyWritten(deps),
  'speech-started': speechStarted(deps),
  'speech-progressed': speechProgressed(deps),
  'audio-stored': audioStored(deps),
  'step-postponed': stepPostponed(deps),
  'step-failed': stepFailed(deps),
  'billing-state': billingState(deps),
})
