import { createIdentityGuard, createIdentitySigner } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { countAnswers } from '@utter/http/served/answer-counts'
import type { Handler } from '@utter/messaging/handler'
import { openMessaging } from '@utter/messaging/open'
import { systemClock as clock } from '@utter/runtime/clock'
import { readPlans } from '@utter/runtime/plans-file'
import { drainMsOf, run } from '@utter/runtime/run'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { openServedFigures } from '@utter/storage/served/served-figures'
import { broadcasts, buildApp, consumers } from './app.ts'
import { createAccountClient } from './clients/account.ts'
import { createJobsClient } from './clients/jobs.ts'
import { config } from './config.ts'
import { countedTries } from './deliveries/metrics.ts'
import { openWebhooks } from './deliveries/open-webhooks.ts'
import { openMails } from './mails/open-mails.ts'
import { createHub } from './streams/hub.ts'
import { countedStreams } from './streams/metrics.ts'
import { createStreamLimit } from './streams/stream-limit.ts'
import { openStreamRegistry } from './streams/stream-registry.ts'

type Consumed = keyof ReturnType<typeof consumers>

/** A group for each topic, whose events it consumes together, so that a replica of another version reads the same as its group. */
const groups: Record<Consumed, string> = {
  'job-finished': 'notifier',
  'work-changed': 'notifier',
  'billing-state': 'notifier-states',
  'account-state': 'notifier-accounts',
  'job-deleted': 'notifier-deletions',
  'work-deleted': 'notifier-deletions',
  'notice-made': 'notifier-notices',
}

await run('notifier', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'notifier', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const bus = await openMessaging(env, 'notifier', log)
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const hub = createHub()
  const audio = createAudioAddresses(env.AUDIO_SIGNING_KEY)
  const signer = createIdentitySigner(env.IDENTITY_KEY, 'notifier')
  const jobs = createJobsClient(env.JOBS_URL, signer)
  const account = createAccountClient(env.ACCOUNT_URL, signer)
  const plans = await readPlans(env.PLANS_FILE)
  const { connection } = mongo
  const mails = resources.use(await openMails(env, { connection, account, clock, log }))
  const { notices, choices } = mails
  const opened = { connection, publish: bus.publish, jobs, plans, notices, choices, clock, log }
  const webhooks = await openWebhooks(env, opened)
  resources.use(webhooks)
  context.onStop(() => webhooks.dispatcher.stop(drainMsOf(env)))
  const streams = openStreamRegistry({ jobs, hub, clock, log })
  await bus.broadcast(Object.values(broadcasts({ hub, streams, audio, clock })))
  const consuming = Object.entries(consumers({ ...mails, ...webhooks })) as [Consumed, Handler][]
  await Promise.all(
    [...Map.groupBy(consuming, ([event]) => groups[event])].map(([group, ofGroup]) =>
      bus.consume(
        ofGroup.map(([, handler]) => handler),
        { group },
      ),
    ),
  )
  const streamLimit = createStreamLimit({ ofAccount: env.STREAMS_PER_ACCOUNT, inAll: env.MAX_STREAMS })
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'notifier')
  const isStream = (_method: string, route: string) => route.startsWith('/api/events')
  const served = resources.use(
    await openServedFigures({
      connection,
      parts: {
        // A stream that was opened is served; its answer is counted once it ends.
        streams: async () => ({ served: await countedStreams(), failed: countAnswers(isStream).failed }),
        webhooks: countedTries,
      },
      clock,
      log,
    }),
  )
  const deps = { ...mails, ...webhooks, notices, hub, jobs, streams, streamLimit, guard, served, audio }
  // Streams go on without the database, so a replica that lost it stays ready.
  await listen(buildApp(deps, log), env, context, { kafka: bus.check })
  resources.use(streams)
})
