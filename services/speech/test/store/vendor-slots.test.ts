import { randomUUID } from 'node:crypto'
import { openRedis, type RedisClient, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { createBreaker } from '@utter/worker/breaker'
import { afterEach, expect, inject, test } from 'vitest'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { createPace } from '../../src/providers/outside/vendor-pace.ts'
import { createVendorSlots } from '../../src/store/vendor-slots.ts'
import { patience } from '../support/local-voice.ts'
import { spoken } from '../support/spoken.ts'

const log = createLog('speech', 'silent')
const opened: RedisClient[] = []
afterEach(() => {
  for (const redis of opened.splice(0)) redis.disconnect()
})

/** The slots of one process: with a connection of its own. */
async function aProcess(vendor: string, options: Partial<Parameters<typeof createVendorSlots>[2]> = {}) {
  const redis = openRedis(inject('redisUrls').speech, log)
  opened.push(redis)
  await whenReady(redis)
  return { redis, slots: createVendorSlots(redis, vendor, { max: 2, lookEveryMs: 10, ...options }) }
}
const { signal } = patience()

test('three processes with a bound of two never have three calls at the vendor', async () => {
  const vendor = await closedAfterAll(openFakeElevenLabs())
  const name = randomUUID()
  const speakers = await Promise.all(
    [1, 2, 3].map(async () => {
      const { slots } = await aProcess(name)
      const pace = createPace({ slots, breaker: createBreaker('speech:test', log) })
      return openElevenLabs({ apiKey: 'key', baseURL: vendor.url, pace })
    }),
  )
  const texts = Array.from({ length: 5 }, (_, at) => `Sentence ${at}.`)
  await Promise.all(speakers.flatMap((one) => texts.map((text) => spoken(one, text, { voiceId: 'default' }))))
  expect([vendor.spoken().length, vendor.maxSpeaking()]).toEqual([15, 2])
})

test('a lease of a process that died ends by itself, and one that is held is renewed', async () => {
  const name = randomUUID()
  const [dying, living, waiting] = await Promise.all([1, 2, 3].map(() => aProcess(name, { leaseMs: 600 })))
  await dying?.slots.acquire(signal)
  const release = await living?.slots.acquire(signal)
  dying?.redis.disconnect()
  await waiting?.slots.acquire(signal)
  // Longer than a lease: that of the living is still there, and so is the one that was just taken.
  const third = aProcess(name, { leaseMs: 600, maxWaitMs: 1_200 })
  await expect((await third).slots.acquire(signal)).rejects.toMatchObject({ name: 'QueueTimeout' })
  release?.()
  expect(await (await aProcess(name)).slots.acquire(signal)).toBeTypeOf('function')
})

test('while Redis is away a process has one call at once, and with it all of its own again', async () => {
  const { redis, slots } = await aProcess(randomUUID(), { maxWaitMs: 200 })
  redis.disconnect()
  const release = await slots.acquire(signal)
  await expect(slots.acquire(signal)).rejects.toMatchObject({ name: 'QueueTimeout' })
  release()
  // The first try at a Cluster may fail, and another one succeeds, of which this promise never hears.
  redis.connect().catch(() => {})
  await whenReady(redis)
  const releases = [await slots.acquire(signal), await slots.acquire(signal)]
  await expect(slots.acquire(signal)).rejects.toMatchObject({ name: 'QueueTimeout' })
  for (const one of releases) one()
})

test('an abort ends the wait by its reason, and leaves no slot behind', async () => {
  const { slots } = await aProcess(randomUUID(), { max: 1 })
  const release = await slots.acquire(signal)
  const controller = new AbortController()
  const waiting = slots.acquire(controller.signal)
  controller.abort(new Error('cancelled'))
  await expect(waiting).rejects.toThrow('cancelled')
  release()
  expect(await slots.acquire(signal)).toBeTypeOf('function')
})
