import { createIdentityGuard, createIdentitySigner } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { openRelay } from '@utter/messaging/publish/outbox'
import { systemClock as clock } from '@utter/runtime/clock'
import { unverifiedCallsOf } from '@utter/runtime/free-bounds'
import { readPlans } from '@utter/runtime/plans-file'
import { run } from '@utter/runtime/run'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { buildApp, consumers } from './app.ts'
import { createJobsClient } from './clients/jobs.ts'
import { config } from './config.ts'
import { eraseSubscription } from './lifecycle/bills/close-account.ts'
import { startCatchUp } from './lifecycle/catch-up.ts'
import { startNightly } from './lifecycle/comparison/nightly.ts'
import { startSweeps } from './lifecycle/start-sweeps.ts'
import { billingState } from './publishes/billing-state.ts'
import { openAdjustments } from './store/adjustments.ts'
import { openChores } from './store/chores.ts'
import { openDebts } from './store/debts.ts'
import { openFormerCustomers } from './store/former-customers.ts'
import { openInvoiceItems } from './store/invoice-items.ts'
import { openLedger } from './store/ledger.ts'
import { openStripeEvents } from './store/stripe-events.ts'
import { openSubscriptions } from './store/subscriptions.ts'
import { openPayments } from './stripe/bills/open-payments.ts'

await run('billing', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'billing', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const [subscriptions, ledger, events, items, debts, formerCustomers, adjustments, chores, deleted, bus, plans] =
    await Promise.all([
      openSubscriptions(mongo.connection),
      openLedger(mongo.connection),
      openStripeEvents(mongo.connection),
      openInvoiceItems(mongo.connection),
      openDebts(mongo.connection),
      openFormerCustomers(mongo.connection),
      openAdjustments(mongo.connection),
      openChores(mongo.connection),
      openDeletedAccounts(mongo.connection),
      openMessaging(env, 'billing', log),
      readPlans(env.PLANS_FILE),
    ])
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const eventsFor = (subscription: Parameters<typeof billingState>[0]) => [billingState(subscription, plans)]
  const relay = resources.use(openRelay({ ...subscriptions.outbox, eventsFor }, bus.publish, log))
  const payments = resources.use(await openPayments(env, plans, log))
  const erase = (userId: string) => eraseSubscription(subscriptions, payments !== undefined, userId, clock.now())
  const erasure = resources.use(openErasure({ deleted, erase, clock, log }))
  const jobs = createJobsClient(env.JOBS_URL, createIdentitySigner(env.IDENTITY_KEY, 'billing'))
  const stores = {
    subscriptions,
    ledger,
    events,
    items,
    debts,
    formerCustomers,
    adjustments,
    chores,
    jobs,
    publish: bus.publish,
    waitForJobsMs: 5_000,
  }
  const bounds = { pastDueDays: env.PAST_DUE_DAYS, overageSteps: env.OVERAGE_STEPS }
  if (payments) {
    const stripeDeps = { ...stores, ...bounds, relay, plans, clock, log, payments }
    resources.use(startSweeps(stripeDeps))
    resources.use(startNightly(stripeDeps))
    resources.use(startCatchUp(stripeDeps))
  }
  await bus.consume(Object.values(consumers({ subscriptions, ledger, erasure, clock, log })))
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'billing')
  const unverifiedCalls = unverifiedCallsOf(env)
  const about = { publicUrl: env.PUBLIC_URL, salesEmail: env.SALES_EMAIL, unverifiedCalls, ...bounds }
  const deps = { ...stores, ...about, erasure, relay, plans, guard, clock, log, payments }
  await listen(buildApp(deps, log), env, context, { mongo: mongo.check, kafka: bus.check })
})
