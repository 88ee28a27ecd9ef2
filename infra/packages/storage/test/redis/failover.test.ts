import { setTimeout as pause } from 'node:timers/promises'
import { isTransient } from '@utter/runtime/is-transient'
import { createLog } from '@utter/telemetry/log'
import { startRedisCluster } from '@utter/testing/engines/redis-cluster'
import { startRedisWithSentinels } from '@utter/testing/engines/redis-sentinel'
import { secureServers } from '@utter/testing/engines/redis-server'
import { eventually } from '@utter/testing/eventually'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { openRedis, type RedisClient, whenReady } from '../../src/redis/open.ts'
import { watchKeys } from '../../src/redis/watched-keys.ts'

const log = createLog('storage', 'silent')

/** Writes all the time, twenty at once; keeps what failed, and the longest wait for an answer. */
function write(redis: RedisClient) {
  const written = { count: 0, errors: [] as Error[], slowestMs: 0, isOver: false }
  const over = (async () => {
    while (!written.isOver) {
      await Promise.all(
        Array.from({ length: 20 }, async (_, i) => {
          const startedMs = performance.now()
          await redis.set(`written:${i}`, written.count).then(
            () => written.count++,
            (error: Error) => written.errors.push(error),
          )
          written.slowestMs = Math.max(written.slowestMs, performance.now() - startedMs)
        }),
      )
      await pause(5)
    }
  })()
  return {
    written,
    async end() {
      written.isOver = true
      await over
    },
  }
}

/** Kinds of faults that do not end by themselves. */
const lasting = (errors: Error[]) => [...new Set(errors.filter((error) => !isTransient(error)).map(String))]

test('behind Sentinels writes go on within seconds after the primary was killed; what failed meanwhile was transient', async () => {
  await using servers = await startRedisWithSentinels()
  const redis = openRedis(servers.url, log)
  await whenReady(redis)
  const changes: (string | undefined)[] = []
  using watched = watchKeys(redis, 'watched:', (rest) => changes.push(rest), log)
  await eventually('changes are heard of', () => watched.isWatching())
  const writing = write(redis)
  await expect.poll(() => writing.written.count).toBeGreaterThan(100)
  await servers.primary.kill()
  const killedMs = performance.now()
  await expect.poll(() => writing.written.errors.length).toBeGreaterThan(0)
  const before = writing.written.count
  await eventually('writes go on', () => writing.written.count > before + 100)
  expect(performance.now() - killedMs).toBeLessThan(15_000)
  await eventually('changes are heard of again', () => watched.isWatching())
  await redis.set('watched:later', 1)
  await eventually('a change is told', () => changes.includes('later'))
  await writing.end()
  expect(lasting(writing.written.errors)).toEqual([])
  expect(await servers.replica.admin.get('written:0')).not.toBeNull()
  redis.disconnect()
})

test('a node of a Cluster that is lost fails its own keys at once, with transient faults, and the others go on', async () => {
  await using cluster = await startRedisCluster()
  const redis = openRedis(cluster.url, log)
  await whenReady(redis)
  const writing = write(redis)
  await expect.poll(() => writing.written.count).toBeGreaterThan(100)
  await cluster.nodes[1]?.kill()
  await expect.poll(() => writing.written.errors.length).toBeGreaterThan(100)
  await writing.end()
  expect(lasting(writing.written.errors)).toEqual([])
  redis.disconnect()
})

test('a node of a Cluster that hangs is waited for seldom, and used again when it answers', async () => {
  await using cluster = await startRedisCluster()
  const redis = openRedis(cluster.url, log)
  await whenReady(redis)
  // Slots 15495 and 3300 of CRC16: of the second node and of the first.
  const [ofHung, ofOther] = ['a', 'b']
  const timed = async (key: string) => {
    const startedMs = performance.now()
    const answer = await redis.set(key, 1).catch((error: Error) => error)
    return { answer, ms: performance.now() - startedMs }
  }
  cluster.nodes[1]?.hang(true)
  const first = await timed(ofHung)
  expect(String(first.answer)).toContain('Command timed out')
  expect(await timed(ofOther)).toMatchObject({ answer: 'OK' })
  const later = []
  for (let i = 0; i < 40; i++) {
    later.push(await timed(ofHung))
    await pause(20)
  }
  expect(lasting(later.map(({ answer }) => answer as Error))).toEqual([])
  // Each new connection to it may hold one up; the others are refused at once.
  expect(later.filter(({ ms }) => ms > 100).length).toBeLessThan(later.length / 3)
  cluster.nodes[1]?.hang(false)
  await eventually('it is used again', async () => (await timed(ofHung)).answer === 'OK')
  redis.disconnect()
})

test('a Cluster before its first connection refuses at once', async () => {
  const redis = openRedis('redis+cluster://127.0.0.1:1', log)
  const startedMs = performance.now()
  const error = await redis.get('a').catch((fault: Error) => fault)
  expect(error).toBeInstanceOf(Error)
  expect(isTransient(error)).toBe(true)
  // Less than a command that waits takes to be given up.
  expect(performance.now() - startedMs).toBeLessThan(1_000)
  redis.disconnect()
})

test.each([
  ['Sentinels', startRedisWithSentinels],
  ['a Cluster', startRedisCluster],
])('%s are reached by TLS with certificates of an authority of one’s own, and not without', async (_, start) => {
  await using folder = await openFolder()
  const tls = secureServers(folder.path)
  await using servers = await start(tls)
  const redis = openRedis(servers.url, log)
  await whenReady(redis, 10_000)
  for (const key of ['a', 'b', 'c']) expect(await redis.set(key, 1)).toBe('OK')
  redis.disconnect()
  const stranger = openRedis(servers.url.replace(/tls\w+=[^&]*&?/g, '').replace(/[?&]$/, ''), log)
  await expect(whenReady(stranger, 1_000)).rejects.toThrow('not ready')
  stranger.disconnect()
})
