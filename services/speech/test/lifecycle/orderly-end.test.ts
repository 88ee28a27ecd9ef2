import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { SpeechRequested } from '@utter/contracts/events/speech-requested'
import { freePort } from '@utter/local/free-port'
import { commandOf } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { spawnGroup } from '@utter/local/supervision/process-group'
import { openMessaging } from '@utter/messaging/open'
import { eventOf } from '@utter/messaging/outgoing-event'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { createTestIdentity } from '@utter/testing/identity'
import { openFolder } from '@utter/testing/open-folder'
import { testSigningKey } from '@utter/testing/statements'
import { expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { localVoiceDir, prose, usual } from '../support/local-voice.ts'

const log = createLog('test', 'silent')

test('a process that stops while it speaks two texts exits 0', async () => {
  await using closing = new AsyncDisposableStack()
  const { MONGO_URL, KAFKA_BROKERS } = inject('backing')
  const { path: audioDir } = closing.use(await openFolder())
  const bus = await openMessaging(
    { KAFKA_BROKERS: KAFKA_BROKERS.split(','), KAFKA_PARTITIONS: 4, KAFKA_REPLICAS: 1 },
    'test',
    log,
  )
  closing.defer(() => bus.close())
  const mongo = await openMongo(MONGO_URL, 'speech', log)
  closing.defer(() => mongo.close())

  const lines: string[] = []
  const child = spawnGroup(commandOf('services/speech'), {
    cwd: repoDir,
    env: {
      ...{
        MONGO_URL,
        KAFKA_BROKERS,
        // A database of its own: its lines of the settings are not for other tests.
        REDIS_URL: `${inject('redisUrls').speech}/2`,
        KAFKA_PARTITIONS: '4',
        IDENTITY_PUBLIC_KEYS: createTestIdentity().publicKeysText,
        AUDIO_SIGNING_KEY: 'a'.repeat(32),
        SIGNING_KEYS: testSigningKey,
      },
      ...{ AUDIO_DIR: audioDir, VOICE_DIR: await localVoiceDir(), SPEECH_SLOTS: '2' },
      // The shortest that there is: the work in flight has 2 s.
      STOP_LIMIT_MS: '5000',
      ...{ PORT: String(await freePort()), PRIVATE_PORT: String(await freePort()) },
    },
    onLine: (line) => void lines.push(line),
    kind: 'server',
  })
  closing.defer(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>

  const jobIds = [randomUUID(), randomUUID()]
  await bus.publish(
    jobIds.map((jobId) =>
      eventOf(SpeechRequested, {
        userId: randomUUID(),
        version: 1,
        data: { jobId, attempt: 1, text: prose(5_000), voiceId: 'default', ttsSettings: usual },
      }),
    ),
  )
  const claims = mongo.connection.collection('claims')
  const ours = { _id: { $in: jobIds.map((id) => `${id}:speech`) as never[] } }
  const ownersOf = async () => (await claims.find(ours).toArray()).map(({ owner }) => String(owner))
  const begun = async () => (await ownersOf()).filter((one) => one !== 'nobody')
  await eventually('both texts have begun', async () => (await begun()).length === 2)
  child.kill('SIGTERM')
  const [code, signal] = await ended
  expect({ code, signal, last: code === 0 ? '' : lines.slice(-5) }).toEqual({ code: 0, signal: null, last: '' })
  // No worker has to find out that their owner is dead.
  expect(await ownersOf()).toEqual(['nobody', 'nobody'])
  await claims.deleteMany(ours)
})
