import type { App } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import { addApi } from './api/api.ts'
import { addFormParser } from './api/form.ts'
import { calls } from './calls.ts'
import { createClock } from './clock/clock.ts'
import { createPlayer, type Player } from './clock/player.ts'
import type { Context } from './context.ts'
import { createDeliveries } from './events/deliver.ts'
import { createEmit } from './events/emit.ts'
import { addPages } from './pages/pages.ts'
import { openState } from './store/state.ts'
import { createStore } from './store/store.ts'

export type SandboxOptions = {
  key: string
  webhookSecret: string
  publicUrl: string
  gatewayUrl?: string | undefined
  /** Its state; without a file it is gone with the process. */
  file?: string
  log: Log
}
export type SandboxApp = AsyncDisposable & { app: App; context: Context; player: Player }

/** How often it is looked whether something is due by the clock, in ms. */
const tickMs = 500

/** The API, the pages, the clock and the delivery of events on one state. */
export async function openSandboxApp({
  key,
  webhookSecret,
  publicUrl,
  gatewayUrl,
  file,
  log,
}: SandboxOptions): Promise<SandboxApp> {
  const { state, save } = await openState(file)
  const store = createStore(state)
  const clock = createClock(state)
  const context: Context = {
    state,
    store,
    clock,
    emit: createEmit(state, store, clock),
    publicUrl: publicUrl.replace(/\/$/, ''),
    ...(gatewayUrl && { gatewayUrl: gatewayUrl.replace(/\/$/, '') }),
    webhookSecret,
  }
  const deliveries = createDeliveries(context, log)
  const player = createPlayer(context, deliveries, save)
  // Moving the clock takes as long as the endpoints take for their events.
  const app = createServer({ log, behindGateway: false, responseTimeoutMs: Number.POSITIVE_INFINITY })
  const isChanging = (method: string) => method !== 'GET'
  app.addHook('onResponse', async ({ method }) => {
    if (isChanging(method)) void player.play().catch((error) => log.error({ err: error }, 'playing failed'))
  })
  addFormParser(app)
  addApi(app, { key, calls: calls(player, deliveries), context, save })
  addPages(app, context, save)
  const timer = repeatEvery(tickMs, 'clock', log, player.play)
  return {
    app,
    context,
    player,
    async [Symbol.asyncDispose]() {
      await timer[Symbol.asyncDispose]()
      await app.close()
      await save()
    },
  }
}
