import { randomUUID } from 'node:crypto'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createRepliesAhead } from '@utter/storage/redis/replies-ahead'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { expect, inject, test } from 'vitest'
import { startSpeakingReplies } from '../../src/lifecycle/speak-replies.ts'
import { speakPieces } from '../../src/providers/speak-pieces.ts'
import { createLiveSounds } from '../../src/store/live-sounds.ts'
import { createSpokenAhead } from '../../src/store/spoken-ahead.ts'
import { aVoice } from '../support/a-voice.ts'

/** Other files have lists of their own. */
const waiting = `replies-${randomUUID()}`
const log = createLog('test', 'silent')
const ttsSettings = { stability: 0.5, similarityBoost: 0.5, style: 0, speakerBoost: false }

test('replies are spoken while they are written, each by one of the processes, and it is told once that they can be heard', async () => {
  await using stack = new AsyncDisposableStack()
  const redis = openRedis(inject('backing').REDIS_URL, log)
  stack.defer(async () => redis.disconnect())
  await whenReady(redis)
  const published: OutgoingEvent[] = []
  const said: string[] = []
  const { signal } = new AbortController()
  const speech = {
    name: 'test',
    voices: async () => [aVoice('one', { language: 'en-US', provider: 'piper' })],
    speak: (request: Parameters<typeof speakPieces>[0]) => {
      const speak = async (piece: string) => {
        said.push(piece)
        const length = piece.length * 520
        const samples = Float32Array.from({ length }, (_, i) => (Math.cos(i / 3) * (length - i)) / length / 3)
        return { samples, sampleRate: 8_000 }
      }
      return speakPieces(request, speak, { signal, languages: ['en'] })
    },
    close: async () => {},
  }
  const mastering = { masterPiece: async () => ({ frames: Buffer.from('frame '), gainDb: 1, lateMs: 23, ms: 2_400 }) }
  const sounds = { liveSounds: createLiveSounds(redis), spokenAhead: createSpokenAhead(redis) }
  const replies = createRepliesAhead(redis, waiting)
  const publish = async (events: OutgoingEvent[]) => void published.push(...events)
  // Two processes.
  const processes = [1, 2].map(() =>
    stack.use(startSpeakingReplies({ speech, mastering, ...sounds, replies, publish }, log)),
  )

  const asked = () => ({ jobId: randomUUID(), attempt: 2, userId: randomUUID(), voiceId: 'one', ttsSettings })
  const jobs = [asked(), asked(), asked()]
  const written = jobs.map((job) => replies.begin(job))
  for (const [index, one] of written.entries()) await one.add(`Good morning to number ${index}. `)
  await eventually('each can be heard', () => published.length === 3)
  for (const [index, one] of written.entries()) await one.add(`And good night to number ${index}. `)
  await eventually('all of it is spoken', () => said.length === 6)
  expect(published.map(({ data }) => data)).toEqual(
    expect.arrayContaining(jobs.map(({ jobId }) => ({ jobId, attempt: 2, done: 0, isAudible: true }))),
  )
  expect(published).toHaveLength(3)
  // Asked to stop, they go on with what they have begun, and leave the next to others.
  for (const one of processes) await one.takeNoMore()
  for (const [index, one] of written.entries()) await one.add(`The end of number ${index}. `)
  await eventually('what was begun is spoken on', () => said.length === 9)
  for (const one of written) await one.end()
  expect(new Set(said).size).toBe(9)
  const next = replies.begin(asked())
  await next.add('Somebody else speaks this. ')
  await eventually('it is left', async () => (await redis.llen(waiting)) === 1)
  await Promise.all(processes.map((one) => one[Symbol.asyncDispose]()))
  expect(await redis.llen(waiting)).toBe(1)
})
