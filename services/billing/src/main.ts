import { createIdentityGuard } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { openRelay } from '@utter/messaging/outbox'
import { systemClock as clock } from '@utter/runtime/clock'
import { readPlans } from '@utter/runtime/plans-file'
import { run } from '@utter/runtime/run'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { buildApp, consumers } from './app.ts'
import { config } from './config.ts'
import { billingState } from './publishes/billing-state.ts'
import { openLedger } from './store/ledger.ts'
import { openSubscriptions } from './store/subscriptions.ts'

await run('billing', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'billing', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const [subscriptions, ledger, deleted, bus, plans] = await Promise.all([
    openSubscriptions(mongo.connection),
    openLedger(mongo.connection),
    openDeletedAccounts(mongo.connection),
    openMessaging(env, 'billing', log),
    readPlans(env.PLANS_FILE),
  ])
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const eventsFor = (subscription: Parameters<typeof billingState>[0]) => [billingState(subscription)]
  const relay = resources.use(openRelay({ ...subscriptions.outbox, eventsFor }, bus.publish, log))
  const erasure = resources.use(openErasure({ deleted, erase: subscriptions.remove, clock, log }))
  await bus.consume(Object.values(consumers({ subscriptions, ledger, erasure })))
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'billing')
  await listen(buildApp({ subscriptions, ledger, relay, plans, guard, clock }, log), env, context, {
    mongo: mongo.check,
    kafka: bus.check,
  })
})
