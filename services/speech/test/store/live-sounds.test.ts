import { randomUUID } from 'node:crypto'
import { openRedis, type RedisClient, whenReady } from '@utter/storage/redis/open'
import { scanKeys } from '@utter/storage/redis/scan-keys'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { afterEach, expect, inject, test } from 'vitest'
import type { HeardSound } from '../../src/domain/live/live-sound.ts'
import { createLiveSounds } from '../../src/store/live-sounds.ts'

const log = createLog('speech', 'silent')
const opened: RedisClient[] = []
afterEach(() => {
  for (const redis of opened.splice(0)) redis.disconnect()
})

/** A replica, with a connection of its own. */
async function aReplica() {
  const redis = openRedis(inject('redisUrls').speech, log)
  opened.push(redis)
  await whenReady(redis)
  return { redis, sounds: createLiveSounds(redis) }
}

/** Hears a sound, and keeps what was heard and how that ended. */
function listen(sound: HeardSound | undefined) {
  const heard = { text: '', end: 'none' as 'none' | 'whole' | 'broken off' }
  const hear = async () => {
    for await (const frames of sound?.frames(() => false) ?? []) heard.text += String(frames)
    heard.end = 'whole'
  }
  const over = hear().catch(() => {
    heard.end = 'broken off'
  })
  return { heard, over }
}
const frames = (text: string) => Buffer.from(text)

test('a sound is heard by another replica while it is made, from the first frame by one that comes late, and to its end', async () => {
  const [speaking, sending] = [await aReplica(), await aReplica()]
  const jobId = randomUUID()
  expect(await sending.sounds.find(jobId)).toBeUndefined()
  const sound = await speaking.sounds.begin(jobId, 'an-account', 'step')
  // There is nothing to be heard yet.
  expect(await sending.sounds.find(jobId)).toBeUndefined()
  await sound.add(frames('one '), {})
  const found = await sending.sounds.find(jobId)
  expect(found?.userId).toBe('an-account')
  const early = listen(found)
  await eventually('the first piece is heard', () => early.heard.text === 'one ')
  await sound.add(frames('two '), {})
  await eventually('the second follows', () => early.heard.text === 'one two ')
  const late = listen(await sending.sounds.find(jobId))
  for (let piece = 0; piece < 9; piece++) await sound.add(frames(`${piece} `), {})
  await sound.end()
  await Promise.all([early.over, late.over])
  const whole = { text: 'one two 0 1 2 3 4 5 6 7 8 ', end: 'whole' }
  expect([early.heard, late.heard]).toEqual([whole, whole])
})

test('a listener is cut off when the recording is broken off, and when another one of the job begins: no sound is of two', async () => {
  const [one, two] = [await aReplica(), await aReplica()]
  const [jobId, brokenId] = [randomUUID(), randomUUID()]
  const abandoned = await one.sounds.begin(jobId, 'u', 'step')
  const broken = await one.sounds.begin(brokenId, 'u', 'step')
  await Promise.all([abandoned.add(frames('old '), {}), broken.add(frames('broken '), {})])
  const listeners = [listen(await two.sounds.find(jobId)), listen(await two.sounds.find(brokenId))]
  await eventually('both are heard', () => listeners.every(({ heard }) => heard.text !== ''))
  // Another worker has taken the job over, and this one does not know yet.
  const present = await two.sounds.begin(jobId, 'u', 'step')
  await expect(abandoned.add(frames('older '), {})).rejects.toThrow('took its place')
  await present.add(frames('new '), {})
  await broken.breakOff()
  await Promise.all(listeners.map(({ over }) => over))
  expect(listeners.map(({ heard }) => heard)).toEqual([
    { text: 'old ', end: 'broken off' },
    { text: 'broken ', end: 'broken off' },
  ])
  expect(await one.sounds.find(brokenId)).toBeUndefined()
  const next = listen(await one.sounds.find(jobId))
  await abandoned.breakOff()
  await present.end()
  await next.over
  expect(next.heard).toEqual({ text: 'new ', end: 'whole' })
})

test('another process goes on with a sound: its listeners hear no seam, and whoever began it adds nothing more', async () => {
  const [ahead, step] = [await aReplica(), await aReplica()]
  const jobId = randomUUID()
  expect(await step.sounds.takeOver(jobId)).toBeUndefined()
  const begun = await ahead.sounds.begin(jobId, 'u', 'ahead')
  await begun.add(frames('one '), { take: 'a', gainDb: 3 })
  await begun.add(frames('two '), { gainDb: 4 })
  const listener = listen(await step.sounds.find(jobId))
  const taken = await step.sounds.takeOver(jobId)
  expect(taken?.pieces).toEqual([{ take: 'a', gainDb: 3 }, { gainDb: 4 }])
  await expect(begun.add(frames('late '), {})).rejects.toThrow('took its place')
  await begun.breakOff()
  await taken?.sound.add(frames('three '), {})
  await taken?.sound.end()
  await listener.over
  expect(listener.heard).toEqual({ text: 'one two three ', end: 'whole' })
  // A reply that is spoken ahead comes too late where its step speaks it.
  await expect(ahead.sounds.begin(jobId, 'u', 'ahead')).rejects.toThrow('has begun')
  // A sound that has ended is whole.
  expect(await ahead.sounds.takeOver(jobId)).toBeUndefined()
})

test('whatever is kept has an end of its own', async () => {
  const { sounds } = await aReplica()
  // With more rights than speech: it lists keys.
  const redis = openRedis(inject('backing').REDIS_URL, log)
  opened.push(redis)
  await whenReady(redis)
  const jobId = randomUUID()
  const sound = await sounds.begin(jobId, 'u', 'step')
  const lives = async () => {
    const all: number[] = []
    for await (const keys of scanKeys(redis, `*live:${jobId}*`)) for (const key of keys) all.push(await redis.pttl(key))
    return all
  }
  const areShort = (all: number[]) => all.length === 2 && all.every((ms) => ms > 0 && ms <= 15_000)
  await sound.add(frames('x'), {})
  expect(await lives()).toSatisfy(areShort)
  await sound.end()
  expect(await lives()).toSatisfy(areShort)
})

test('a listener that leaves asks no more', async () => {
  const { redis, sounds } = await aReplica()
  const jobId = randomUUID()
  await (await sounds.begin(jobId, 'u', 'step')).add(frames('x'), {})
  let heard = ''
  // Without an end it would go on for as long as the sound is kept.
  for await (const part of (await sounds.find(jobId))?.frames(() => heard !== '') ?? []) heard += String(part)
  expect(heard).toBe('x')
  redis.disconnect()
  expect(await sounds.find(jobId).catch(() => 'unavailable')).toBe('unavailable')
})
