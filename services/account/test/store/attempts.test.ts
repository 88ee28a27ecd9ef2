import { randomUUID } from 'node:crypto'
import { Problem, unauthorized, unavailable } from '@utter/http/problem'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { scanKeys } from '@utter/storage/redis/scan-keys'
import { createLog } from '@utter/telemetry/log'
import { afterAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import type { AttemptLimit } from '../../src/domain/attempt-limits.ts'
import { hashOf } from '../../src/domain/tokens.ts'
import { createAttempts } from '../../src/store/attempts.ts'

const log = createLog('account', 'silent')
const redis = openRedis(inject('backing').REDIS_URL, log)
/** As the process has it, with its rights alone; the other one is of the test. */
const own = openRedis(inject('redisUrls').account, log)
await Promise.all([redis, own].map((one) => whenReady(one)))
afterAll(() => Promise.all([redis.quit(), own.quit()]))
async function keysLike(pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const keys of scanKeys(redis, pattern)) found.push(...keys)
  return found
}

const limit = (subject: string, more: Partial<AttemptLimit> = {}): AttemptLimit => ({
  kind: 'log-in',
  subject: [subject],
  max: 3,
  windowSeconds: 60,
  ...more,
})
const refused = { status: 429, code: 'too_many_attempts' }
test('attempts are allowed up to their number, each subject for itself, then refused until the window is over', async () => {
  const attempts = createAttempts(own)
  const [subject, other] = [randomUUID(), randomUUID()]
  for (let i = 0; i < 3; i++) await attempts.take([limit(subject)])
  await expect(attempts.take([limit(subject)])).rejects.toMatchObject(refused)
  await attempts.take([limit(other)])
  await attempts.take([limit(subject, { kind: 'sign-up' })])
})
test('later attempts do not make the window longer', async () => {
  const attempts = createAttempts(own)
  const subject = randomUUID()
  await attempts.take([limit(subject, { windowSeconds: 30 })])
  await attempts.take([limit(subject, { windowSeconds: 9_999 })])
  const error = await attempts.take([limit(subject, { max: 1 })]).catch((fault) => fault)
  const seconds = Number(error.headers['retry-after'])
  expect(seconds).toBeLessThanOrEqual(30)
  // Past a limit without pauses the whole window is waited for.
  expect(seconds).toBeGreaterThan(10)
})
test('attempts of several limits are taken all or none, and given back once each', async () => {
  const attempts = createAttempts(own)
  const [used, free] = [randomUUID(), randomUUID()]
  const giveBack = await attempts.take([limit(used, { max: 1 })])
  for (let i = 0; i < 5; i++)
    await expect(attempts.take([limit(free), limit(used, { max: 1 })])).rejects.toMatchObject(refused)
  await giveBack()
  for (let i = 0; i < 3; i++) await attempts.take([limit(free)])
  await attempts.take([limit(used, { max: 1 })])
})
test('attempts that were wrong stay taken; those that were right, and those that a fault of ours ended, are given back', async () => {
  const attempts = createAttempts(own)
  const subject = randomUUID()
  const ends = (error?: Error) =>
    attempts.during([limit(subject)], async () => {
      if (error) throw error
      return 'right'
    })
  for (let i = 0; i < 5; i++) expect(await ends()).toBe('right')
  for (const error of [unavailable(), new Error('no'), new Problem(500, 'fault', 'A fault')]) {
    for (let i = 0; i < 5; i++) await expect(ends(error)).rejects.toBe(error)
  }
  const wrong = unauthorized()
  for (let i = 0; i < 3; i++) await expect(ends(wrong)).rejects.toBe(wrong)
  await expect(ends()).rejects.toMatchObject(refused)
})
test('attempts past a limit with pauses are allowed again when the pause is over, and the next pause is longer', async () => {
  const attempts = createAttempts(own)
  const paused = limit(randomUUID(), { max: 1, pauses: true })
  const pauseSeconds = async () =>
    Number((await attempts.take([paused]).catch((fault) => fault)).headers['retry-after'])
  // As if the last was made so long ago.
  const wait = async (seconds: number) => {
    const [key = ''] = (await keysLike('{attempts:log-in:*}:last')).filter((name) =>
      name.includes(hashOf(paused.subject[0] ?? '')),
    )
    await redis.set(key, Number(await redis.get(key)) - seconds)
  }
  await attempts.take([paused])
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    expect(await pauseSeconds()).toBe(seconds)
    await wait(seconds + 1)
    await attempts.take([paused])
  }
})
test('attempts are stored under no readable name', async () => {
  const subject = `${randomUUID()}@example.com`
  await createAttempts(own).take([limit(subject)])
  expect(await keysLike(`*${subject}*`)).toEqual([])
})
test('a network from which a name has logged in is known for 90 days, to this name alone', async () => {
  const attempts = createAttempts(own)
  const [name, network] = [randomUUID(), '10.0.0.0/24']
  await attempts.rememberNetwork(name, network)
  expect(await attempts.isKnownNetwork(name, network)).toBe(true)
  expect(await attempts.isKnownNetwork(randomUUID(), network)).toBe(false)
  const lifetimeDays = (await redis.ttl(`attempts:home:${hashOf(`${name}\n${network}`)}`)) / 86_400
  expect(Math.round(lifetimeDays)).toBe(90)
})
