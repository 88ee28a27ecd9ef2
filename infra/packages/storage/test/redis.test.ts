import { setImmediate as nextTurn } from 'node:timers/promises'
import { openRedis, whenReady } from '@utter/storage/redis'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { openRedisWire } from '@utter/testing/faults/redis-wire'
import { expect, inject, test } from 'vitest'

const log = createLog('jobs', 'silent')

test('a redis that hangs is waited for once, then by nobody, and used again when it answers', async () => {
  await using wire = await openRedisWire(inject('backing').REDIS_URL)
  const redis = openRedis(wire.url, log)
  await whenReady(redis)
  expect(await redis.ping()).toBe('PONG')

  wire.hang(true)
  const connectedAnew = new Promise<void>((resolve) => {
    redis.once('close', () => redis.once('connect', () => resolve()))
  })
  const first = redis.ping()
  await nextTurn()
  // Held back behind the first: given up with it, not sent after it to wait as long again.
  const second = redis.ping()
  await expect(first).rejects.toThrow('Command timed out')
  await expect(second).rejects.toThrow(/max retries|isn't writeable/)
  await connectedAnew
  // Refused without being sent, though the new connection is open.
  await expect(redis.ping()).rejects.toThrow("Stream isn't writeable")

  wire.hang(false)
  await eventually('it is used again', () =>
    redis.ping().then(
      () => true,
      () => false,
    ),
  )
  redis.disconnect()
})

test('an answer that came while this process stalled is an answer', async () => {
  const redis = openRedis(inject('backing').REDIS_URL, log)
  await whenReady(redis)
  const answer = redis.ping()
  await nextTurn()
  const stallsUntil = performance.now() + 500
  while (performance.now() < stallsUntil);
  expect(await answer).toBe('PONG')
  expect(redis.status).toBe('ready')
  redis.disconnect()
})
