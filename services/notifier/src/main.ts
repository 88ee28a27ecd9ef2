import { createIdentityGuard, createIdentitySigner } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { systemClock as clock } from '@utter/runtime/clock'
import { run } from '@utter/runtime/run'
import { createAudioAddresses } from '@utter/storage/audio-address'
import { buildApp, consumers } from './app.ts'
import { createJobsClient } from './clients/jobs.ts'
import { config } from './config.ts'
import { createHub } from './streams/hub.ts'
import { createStreamLimit } from './streams/stream-limit.ts'
import { openStreamRegistry } from './streams/stream-registry.ts'

await run('notifier', async (context) => {
  const { log, resources } = context
  const env = config()
  const bus = await openMessaging(env, 'notifier', log)
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const hub = createHub()
  const audio = createAudioAddresses(env.AUDIO_SIGNING_KEY)
  const jobs = createJobsClient(env.JOBS_URL, createIdentitySigner(env.IDENTITY_KEY, 'notifier'))
  const streams = openStreamRegistry({ jobs, hub, clock, log })
  await bus.broadcast(Object.values(consumers({ hub, streams, audio, clock })))
  const streamLimit = createStreamLimit(env.STREAMS_PER_ACCOUNT)
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'notifier')
  await listen(buildApp({ hub, jobs, streams, streamLimit, guard, audio, clock, log }, log), env, context, {
    kafka: bus.check,
  })
  resources.use(streams)
})
