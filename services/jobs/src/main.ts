import { createIdentityGuard, createIdentitySigner } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { openRelay } from '@utter/messaging/publish/outbox'
import { createStatements } from '@utter/provenance/statements'
import { openBatcher } from '@utter/runtime/batcher'
import { systemClock } from '@utter/runtime/clock'
import { readPlans } from '@utter/runtime/plans-file'
import { run } from '@utter/runtime/run'
import { webhookTargetsOf } from '@utter/runtime/webhook-targets'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { createRecentNetworks } from '@utter/storage/counts/recent-networks'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { openRedis } from '@utter/storage/redis/open'
import { openServedFigures } from '@utter/storage/served/served-figures'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { foreignLanguage } from '@utter/text/language/foreign-language'
import { buildApp, consumers } from './app.ts'
import { createAccountClient } from './clients/account.ts'
import { createKeptPiecesClient } from './clients/kept-pieces.ts'
import { createSpeechClient } from './clients/speech.ts'
import { createVoicesClient } from './clients/voices.ts'
import { createWordTimesClient } from './clients/word-times.ts'
import { config } from './config.ts'
import type { Deps } from './deps.ts'
import { Estimates } from './domain/estimates.ts'
import { PickupDelay } from './domain/pickup-delay.ts'
import { createPeriods } from './lifecycle/allowance-of.ts'
import { eraseAccount } from './lifecycle/end/erase-account.ts'
import { startSweeps } from './lifecycle/repair/start-sweeps.ts'
import { watchFreeDay } from './lifecycle/watch-free-day.ts'
import { watchUnbegun } from './lifecycle/watch-unbegun.ts'
import { watchUsage } from './lifecycle/watch-usage.ts'
import { countedEnds, countedSubmissions } from './metrics.ts'
import { eventsFor } from './publishes/events-for.ts'
import { openLoadShedding } from './requests/load-shedding.ts'
import { openAllowances } from './store/allowances.ts'
import { openChapters } from './store/chapters.ts'
import { followVersions } from './store/follow-versions.ts'
import { createFreeBounds } from './store/free-bounds.ts'
import { openJobs } from './store/jobs.ts'
import { openPronunciations } from './store/pronunciations.ts'
import { openUsage } from './store/usage.ts'
import { openWorks } from './store/works.ts'

/** Well below the 5 s after which a sweep finds unsettled jobs. */
const settleTogetherMs = 500

await run('jobs', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'jobs', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const [jobs, allowances, usage, pronunciations, works, chapters, deleted, leases, bus] = await Promise.all([
    openJobs(mongo.connection),
    openAllowances(mongo.connection),
    openUsage(mongo.connection),
    openPronunciations(mongo.connection),
    openWorks(mongo.connection),
    openChapters(mongo.connection),
    openDeletedAccounts(mongo.connection),
    openSweepLeases(mongo.connection),
    openMessaging(env, 'jobs', log),
  ])
  const settledMarks = resources.use(openBatcher(settleTogetherMs, log, jobs.markSettled))
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const relay = resources.use(openRelay({ ...jobs.outbox, eventsFor }, bus.publish, log))
  const pickupDelay = new PickupDelay(env.PICKUP_DELAY_LIMIT_MS)
  const loadShedding = resources.use(
    openLoadShedding({ jobs, pickupDelay, clock: systemClock }, log, {
      outboxLimit: env.OUTBOX_LIMIT,
      maxInFlight: env.SUBMISSIONS_IN_FLIGHT,
    }),
  )
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'jobs')
  const signer = createIdentitySigner(env.IDENTITY_KEY, 'jobs')
  const audio = createAudioAddresses(env.AUDIO_SIGNING_KEY)
  const redis = openRedis(env.REDIS_URL, log)
  resources.defer(() => redis.disconnect())
  const { versions } = resources.use(followVersions(redis, log))
  const estimates = new Estimates(versions)
  const counts = createPeriodCounts(redis, systemClock)
  const day = { speech: env.FREE_DAILY_CHARACTERS, chat: env.FREE_DAILY_CHAT_CHARACTERS }
  const month = { voices: env.FREE_VENDOR_CHARACTERS_PER_NETWORK, chat: env.FREE_CHAT_CHARACTERS_PER_NETWORK }
  const stores = { jobs, allowances, usage, pronunciations, works, chapters, publish: bus.publish, clock: systemClock }
  const erase = (userId: string) => eraseAccount(stores, userId)
  const erasure = resources.use(openErasure({ deleted, erase, clock: systemClock, log }))
  const plans = await readPlans(env.PLANS_FILE)
  const usageWatch = resources.use(watchUsage({ ...stores, plans, log }))
  const served = resources.use(
    await openServedFigures({
      connection: mongo.connection,
      parts: { submissions: countedSubmissions, voices: countedEnds },
      clock: systemClock,
      log,
    }),
  )
  const deps: Deps = {
    ...stores,
    relay,
    settledMarks,
    periods: createPeriods(),
    plans,
    usageWatch,
    freeBounds: createFreeBounds({ counts, networks: createRecentNetworks(redis), versions }, { day, month }),
    versions,
    pickupDelay,
    estimates,
    log,
    guard,
    served,
    audio,
    statements: createStatements(env.SIGNING_KEYS),
    speech: createSpeechClient(env.SPEECH_URL, signer),
    voices: createVoicesClient(env.SPEECH_URL, signer),
    wordTimes: createWordTimesClient(env.SPEECH_URL, signer),
    keptPieces: createKeptPiecesClient(env.SPEECH_URL, signer),
    account: createAccountClient(env.ACCOUNT_URL, signer),
    publicUrl: env.PUBLIC_URL,
    loadShedding,
    foreignLanguage,
    webhookTargets: webhookTargetsOf(env),
    isProduction: env.NODE_ENV === 'production',
    beginSpeechSeconds: 45,
    stopping: context.stopping,
  }
  resources.use(startSweeps(deps, leases))
  resources.use(watchUnbegun(deps))
  resources.use(watchFreeDay(counts, day, log))
  // States in groups of their own: a plan's change never waits behind the steps of jobs. Each topic has its group,
  // since the members of a group have to read the same topics, and those of an earlier version do not know a new one.
  const {
    'billing-state': billingState,
    'referral-state': referralState,
    'account-state': accountState,
    ...steps
  } = consumers({ ...deps, erasure })
  await Promise.all([
    bus.consume(Object.values(steps)),
    bus.consume([billingState], { group: 'jobs-states' }),
    bus.consume([referralState], { group: 'jobs-referrals' }),
    bus.consume([accountState], { group: 'jobs-accounts' }),
  ])
  await listen(buildApp(deps, log), env, context, { mongo: mongo.check, kafka: bus.check })
})
