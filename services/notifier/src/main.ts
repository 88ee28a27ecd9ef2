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
import { createOpenStreams } from './streams/open-streams.ts'
import { createPlaces } from './streams/places.ts'

await run('notifier', async (context) => {
  const { log, resources } = context
  const env = config()
  const bus = await openMessaging(env, 'notifier', log)
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  const hub = createHub()
  const audio = createAudioAddresses(env.AUDIO_SIGNING_KEY)
  await bus.broadcast(Object.values(consumers({ hub, audio, clock })))
  const jobs = createJobsClient(env.JOBS_URL, createIdentitySigner(env.IDENTITY_KEY, 'notifier'))
  const streams = createOpenStreams({ jobs, hub, log })
  const places = createPlaces(env.STREAMS_PER_ACCOUNT)
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'notifier')
  await listen(buildApp({ hub, jobs, streams, places, guard, audio, clock, log }, log), env, context, {
    kafka: bus.check,
  })
  // Ended before the server is closed, which waits for its open answers.
  resources.use(streams)
})
