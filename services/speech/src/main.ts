import { otherVoices } from '@utter/contracts/settings'
import { createIdentityGuard } from '@utter/http/identity'
import { listen } from '@utter/http/listen'
import { openMessaging } from '@utter/messaging/open'
import { createStatements } from '@utter/provenance/statements'
import { systemClock as clock } from '@utter/runtime/clock'
import { readPlans } from '@utter/runtime/plans-file'
import { repeatEvery } from '@utter/runtime/repeat-every'
import { drainMsOf, run } from '@utter/runtime/run'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { openAudio } from '@utter/storage/audio/open'
import { openClaims } from '@utter/storage/claims'
import { createClaimsOfAccounts, refuseDeleted } from '@utter/storage/claims-of-accounts'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { indexPolicyOf } from '@utter/storage/indexes'
import { openMongo } from '@utter/storage/mongo'
import { openRedis } from '@utter/storage/redis/open'
import { createRepliesAhead } from '@utter/storage/redis/replies-ahead'
import { startSettingLines } from '@utter/storage/redis/setting-lines'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { createBreaker } from '@utter/worker/breaker'
import { startWorkers } from '@utter/worker/start-workers'
import { buildApp, consumers, workers } from './app.ts'
import { config } from './config.ts'
import { settingLines } from './domain/setting-lines.ts'
import { vendorsOf } from './domain/speech-vendors.ts'
import type { StoredAudio } from './domain/stored-audio.ts'
import { voiceLanguages, voiceNames, voiceVersions } from './domain/voice-versions.ts'
import { watchSwitches } from './domain/watched-switches.ts'
import { openMastering } from './engines/mastering.ts'
import { openTranscoder } from './engines/transcoder.ts'
import { eraseAccount } from './lifecycle/erase-account.ts'
import { createFreeSpeech } from './lifecycle/free-speech.ts'
import { createOwnSamples } from './lifecycle/own-samples.ts'
import { createPronunciationSamples } from './lifecycle/pronunciation-samples.ts'
import { startSpeakingReplies } from './lifecycle/speak-replies.ts'
import { startMakingSamples } from './lifecycle/voice-samples.ts'
import { openSpeechProvider } from './providers/open.ts'
import { createHearing } from './providers/outside/open-hearing.ts'
import { createAudioNames } from './store/audio-names.ts'
import { openKeptPieces } from './store/kept-pieces.ts'
import { createLiveSounds } from './store/live-sounds.ts'
import { openOwnVoices } from './store/own-voices.ts'
import { keepForNoDeleted } from './store/pieces-of-deleted.ts'
import { openSpeeds } from './store/speeds.ts'
import { createSpokenAhead } from './store/spoken-ahead.ts'
import { removeUnheldAudio } from './store/unheld-audio.ts'
import { removeUnnamedAudio } from './store/unnamed-audio.ts'
import { createVendorSlots } from './store/vendor-slots.ts'
import { openVendorSwitches } from './store/vendor-switches.ts'

/** The interval at which each replica tries to take the lease of the sweep. */
const trySweepEveryMs = 600_000
/** The interval at which vendors of voices are asked whether they can be used. */
const checkEveryMs = 300_000
/** The interval at which it is read which vendors the operator has switched off. */
const readSwitchesEveryMs = 2_000

await run('speech', async (context) => {
  const { log, resources } = context
  const env = config()
  const mongo = await openMongo(env.MONGO_URL, 'speech', log, { indexes: indexPolicyOf(env) })
  resources.defer(() => mongo.close())
  const ownVoices = await openOwnVoices(mongo.connection)
  const speeds = await openSpeeds(mongo.connection)
  const switches = await openVendorSwitches(mongo.connection)
  const watched = watchSwitches(switches.off)
  await watched.look()
  resources.use(repeatEvery(readSwitchesEveryMs, 'vendor switches', log, watched.look))
  // For the settings, for what a vendor allows at once, and for live sound: speech starts and works without it.
  const redis = openRedis(env.REDIS_URL, log)
  resources.defer(async () => redis.disconnect())
  const slotsOf = (vendor: string, max: number) => createVendorSlots(redis, vendor, { max })
  const [allClaims, deleted, leases, sounds, { speech, checks }, bus] = await Promise.all([
    openClaims<StoredAudio>(mongo.connection),
    openDeletedAccounts(mongo.connection),
    openSweepLeases(mongo.connection),
    openAudio(env, log),
    openSpeechProvider(env, { log, own: ownVoices, speeds, clock, slotsOf, isOff: watched.isOff }),
    openMessaging(env, 'speech', log),
  ])
  const { files } = sounds
  resources.defer(async () => sounds.close())
  const [mastering, transcoder] = [openMastering(), openTranscoder()]
  resources.defer(() => Promise.all([speech, mastering, transcoder].map((one) => one.close())).then(() => {}))
  const hearing = env.TRANSCRIBE_BASE_URL
    ? createHearing({
        ...{ baseURL: env.TRANSCRIBE_BASE_URL, apiKey: env.TRANSCRIBE_API_KEY, model: env.TRANSCRIBE_MODEL },
        ...{ breaker: createBreaker('speech:hearing', log), log },
      })
    : undefined
  const lines = async () =>
    settingLines(env, await speech.voices(), { refused: checks.refused(), speeds: await speeds.all() })
  const versions = async () => {
    const voices = await speech.voices()
    const others = vendorsOf(env).length > 0 || env.VOICES_DIR
    return {
      speech: { ...voiceVersions(voices), ...(others && { [otherVoices]: '' }) },
      languages: voiceLanguages(voices),
      names: voiceNames(voices),
      ...(hearing && { hearing: true as const }),
    }
  }
  resources.use(startSettingLines(redis, lines, log, versions))
  resources.use(repeatEvery(checkEveryMs, 'voice vendors', log, checks.check))
  resources.defer(() => bus.close())
  context.onStop(bus.stopConsuming)
  resources.use(repeatEvery(3_600_000, 'withdrawn claims', log, () => allClaims.removeExpired(clock.now())))
  const claims = removeUnheldAudio(refuseDeleted(allClaims, deleted), files)
  const allPieces = (await openKeptPieces(mongo.connection))(files)
  const pieces = keepForNoDeleted(allPieces, { claims, deleted })
  const recordings = createClaimsOfAccounts<StoredAudio>(mongo.connection)
  const erase = (userId: string) => eraseAccount({ recordings, files, ownVoices, pieces: allPieces }, userId)
  const erasure = resources.use(openErasure({ deleted, erase, clock, log }))
  const sweep = { files, names: createAudioNames(mongo.connection), leases, clock }
  resources.use(repeatEvery(trySweepEveryMs, 'unnamed audio', log, () => removeUnnamedAudio(sweep)))
  const [liveSounds, spokenAhead] = [createLiveSounds(redis), createSpokenAhead(redis)]
  const live = { liveSounds, spokenAhead, publish: bus.publish }
  const ahead = { speech, mastering, ...live, replies: createRepliesAhead(redis) }
  const samples = resources.use(startMakingSamples({ speech, mastering, files }, log))
  await startWorkers(
    bus,
    Object.values(
      workers({
        ...{ claims, files, speech, mastering, hearing, pieces, ...live },
        ...{ statements: createStatements(env.SIGNING_KEYS), breaker: createBreaker('speech', log), clock },
      }),
    ),
    {
      slots: env.SPEECH_SLOTS,
      drainMs: drainMsOf(env),
    },
  )
  context.onStop(resources.use(startSpeakingReplies(ahead, log)).takeNoMore)
  // Withdrawals in a group of their own: behind the work they would come too late.
  const { 'account-state': accountState, ...withdrawals } = consumers({ erasure, claims, files, pieces, clock })
  await Promise.all([
    bus.consume([accountState], { group: 'speech-accounts' }),
    bus.consume(Object.values(withdrawals), { group: 'speech-withdrawals' }),
  ])
  const guard = createIdentityGuard(env.IDENTITY_PUBLIC_KEYS, 'speech')
  const audio = createAudioAddresses(env.AUDIO_SIGNING_KEY)
  const freeSpeech = createFreeSpeech({ speech, mastering })
  const free = {
    ownSamples: createOwnSamples({ speech, freeSpeech, files }),
    pronunciationSamples: createPronunciationSamples({ speech, freeSpeech }),
  }
  const plans = await readPlans(env.PLANS_FILE)
  const vendors = vendorsOf(env).map(({ name }) => name)
  const voices = { speech, samples, ownVoices, ...free, vendors, switches }
  const deps = { claims, files, pieces, liveSounds, ...voices, plans, guard, audio, transcoder, clock }
  await listen(buildApp(deps, log), env, context, { mongo: mongo.check, kafka: bus.check, audio: sounds.check })
})
