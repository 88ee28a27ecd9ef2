import { setImmediate as nextTurn } from 'node:timers/promises'
import { openRedis, whenReady } from '@utter/storage/redis/open'
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
  stall(500)
  expect(await answer).toBe('PONG')
  expect(redis.status).toBe('ready')
  redis.disconnect()
})

test('turns that end late, as on a machine that is too busy, do not count as silence; a second of them is the end', async () => {
  await using wire = await openRedisWire(inject('backing').REDIS_URL)
  const redis = openRedis(wire.url, log)
  await whenReady(redis)
  wire.hang(true)
  const answer = redis.ping().catch((error: Error) => error)
  let isOver = false
  void answer.then(() => (isOver = true))
  let stalls = 0
  for (; !isOver && stalls < 50; stalls++) {
    stall(80)
    await nextTurn()
  }
  expect(String(await answer)).toContain('Command timed out')
  expect(stalls).toBeGreaterThan(10)
  redis.disconnect()
})

function stall(ms: number): void {
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs);
}
