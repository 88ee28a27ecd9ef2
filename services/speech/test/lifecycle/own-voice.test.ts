import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { systemClock as clock } from '@utter/runtime/clock'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { openClaims } from '@utter/storage/claims'
import { createLog } from '@utter/telemetry/log'
import { slotAlone } from '@utter/testing/alone'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { requestedStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { testStatements } from '@utter/testing/statements'
import { createBreaker } from '@utter/worker/breaker'
import { runStep } from '@utter/worker/run-step'
import { expect, test } from 'vitest'
import { speechRequested } from '../../src/consumes/speech-requested.ts'
import type { KeptPieces } from '../../src/domain/kept/kept-piece.ts'
import type { LiveSounds } from '../../src/domain/live/live-sound.ts'
import type { SpokenAhead } from '../../src/domain/live/spoken-ahead.ts'
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import { openMastering } from '../../src/engines/mastering.ts'
import { openOwnVoiceRoutes } from '../support/open-own-voices.ts'

const log = createLog('speech', 'silent')
const own = await closedAfterAll(openOwnVoiceRoutes())
const mongo = await closedAfterAll(openDatabase('speech-own-voice'))
const claims = await openClaims<StoredAudio>(mongo.connection)
const files = await openAudioFolder((await closedAfterAll(openFolder())).path)
const mastering = await closedAfterAll(openMastering())
const breaker = createBreaker('speech', log)
const [liveSounds, spokenAhead, pieces] = [{} as LiveSounds, {} as SpokenAhead, {} as KeptPieces]
const worker = speechRequested({
  claims,
  files,
  speech: own.speech,
  mastering,
  liveSounds,
  spokenAhead,
  pieces,
  statements: testStatements,
  publish: () => expect.unreachable('no words are told'),
  breaker,
  clock,
})

/** The last report of a job's speech step. */
async function reportOf(userId: string, voiceId: string) {
  const published: OutgoingEvent[] = []
  const [jobId, owner] = [randomUUID(), randomUUID()]
  await claims.take(requestedStep({ userId, jobId }), owner)
  await runStep({
    worker,
    owner,
    data: { jobId, attempt: 1, text: 'This is my own voice.', voiceId, ttsSettings: {} } as never,
    about: { userId } as never,
    signal: new AbortController().signal,
    publish: async (events) => void published.push(...events),
    log,
    clock,
    random: Math.random,
    slot: slotAlone,
    freeSlot: () => {},
  })
  const last = published.at(-1)
  return { type: last?.event.type, data: last?.data as Record<string, unknown> & { audio?: { name: string } } }
}

test('a job in an account’s own voice ends in an mp3; another account’s fails, and nothing is paid for it', async () => {
  const [owner, other] = [newIdentity({ tier: 'pro' }), newIdentity({ tier: 'pro' })]
  await own.add(owner, 'clonedAda')
  const spoken = await reportOf(owner.userId, 'clonedAda')
  expect(spoken).toMatchObject({
    type: 'audio-stored',
    data: { provider: 'elevenlabs', model: 'eleven_multilingual_v2', voice: 'clonedAda', characters: 21 },
  })
  expect((await buffer(files.read(spoken.data.audio?.name ?? ''))).length).toBeGreaterThan(1_000)

  const before = own.vendor.spoken().length
  expect(await reportOf(other.userId, 'clonedAda')).toMatchObject({
    type: 'step-failed',
    data: { code: 'invalid_voice', error: 'Invalid voice ID' },
  })
  expect(own.vendor.spoken()).toHaveLength(before)
})
