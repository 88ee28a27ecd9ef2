import type { AudioRef } from '@utter/contracts/jobs'
import { createAudioAddresses } from '@utter/http/audio-address'
import { createIdentityGuard } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openBreaker } from '@utter/messaging/breaker'
import { openMessaging } from '@utter/messaging/open'
import { systemClock as clock } from '@utter/runtime/clock'
import { every } from '@utter/runtime/every'
import { drainMsOf, run } from '@utter/runtime/run'
import { openAudioFolder } from '@utter/storage/audio-folder'
import { openClaims } from '@utter/storage/claims'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { buildApp, workers } from './app.ts'
import { config } from './config.ts'
import { openMastering } from './engines/mastering.ts'
import { openSpeechProvider } from './providers/open.ts'
import { openAudioNames } from './store/audio-names.ts'
import { openSweepLeases } from './store/sweep-leases.ts'
import { removeUnnamedAudio } from './store/unnamed-audio.ts'

/** How often this replica looks whether it is its turn. */
const lookEveryMs = 600_000

await run('speech', async (life) => {
  const { log, resources } = life
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'speech', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const [claims, leases, files, speech, bus] = await Promise.all([
    openClaims<AudioRef>(mongo.connection),
    openSweepLeases(mongo.connection),
    openAudioFolder(env.AUDIO_DIR),
    openSpeechProvider(env, log),
    openMessaging(env, 'speech', log),
  ])
  const mastering = openMastering()
  resources.defer(() => Promise.all([speech.close(), mastering.close()]).then(() => {}))
  resources.defer(() => bus.close())
  life.onStop(bus.stopConsuming)
  const sweep = { files, names: openAudioNames(mongo.connection), leases, clock }
  resources.use(every(lookEveryMs, 'unnamed audio', log, () => removeUnnamedAudio(sweep)))
  await bus.work(Object.values(workers({ claims, files, speech, mastering, breaker: openBreaker('speech', log) })), {
    slots: env.SPEECH_SLOTS,
    drainMs: drainMsOf(env),
  })
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'speech')
  const audio = createAudioAddresses(env.AUDIO_SIGNING_KEY)
  await listen(buildApp({ claims, files, speech, guard, audio, clock }, log), env, life, {
    mongo: mongo.check,
    kafka: bus.check,
  })
})
