import { randomUUID } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { Cluster } from 'ioredis'
import { afterAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { openRedis, whenReady } from '../../src/redis/open.ts'
import { watchKeys } from '../../src/redis/watched-keys.ts'

const log = createLog('storage', 'silent')
const redis = openRedis(inject('backing').REDIS_URL, log)
await whenReady(redis)
afterAll(() => redis.disconnect())

/** Changes of keys of a prefix of its own, from when they are heard of. */
async function watch() {
  const prefix = `watched-${randomUUID()}:`
  const changes: (string | undefined)[] = []
  const watched = watchKeys(redis, prefix, (rest) => changes.push(rest), log)
  await eventually('changes are heard of', async () => watched.isWatching())
  changes.length = 0
  return { prefix, changes, watched, [Symbol.dispose]: () => watched[Symbol.dispose]() }
}
const onEachNode = (...command: [string, ...string[]]) =>
  Promise.all((redis instanceof Cluster ? redis.nodes() : [redis]).map((node) => node.call(...command)))
const heard = (changes: (string | undefined)[], rest: string, times = 1) =>
  eventually(`a change of ${rest} is told`, async () => changes.filter((one) => one === rest).length >= times)

test('a key that is written, deleted or over is told by the rest of its name; others are not', async () => {
  using watching = await watch()
  const { prefix, changes } = watching
  await redis.set('watched-elsewhere', '1', 'PX', 1)
  for (const [name, act] of [
    ['written', () => redis.set(`${prefix}written`, '1')],
    ['expiring', () => redis.set(`${prefix}expiring`, '1', 'PX', 20)],
    ['in a script', () => redis.eval("redis.call('SET', KEYS[1], '1')", 1, `${prefix}in a script`)],
  ] as const) {
    await act()
    await heard(changes, name)
  }
  await redis.del(`${prefix}written`)
  await heard(changes, 'written', 2)
  await eventually('a key is over', async () => (await redis.exists(`${prefix}expiring`)) === 0)
  await heard(changes, 'expiring', 2)
  expect([...new Set(changes)].sort()).toEqual(['expiring', 'in a script', 'written'])
})

test('a connection that is lost is told as a change of any key, and is made again', async () => {
  using watching = await watch()
  const { prefix, changes, watched } = watching
  await onEachNode('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await eventually('the loss is told', async () => changes.includes(undefined))
  await eventually('changes are heard of again', async () => watched.isWatching())
  await redis.set(`${prefix}later`, '1', 'EX', 10)
  await heard(changes, 'later')
})

test('a Redis that refuses to tell is watched by nobody, and disturbs nothing', async () => {
  const user = `reader-${randomUUID()}`
  await onEachNode('ACL', 'SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-client|tracking')
  const restricted = openRedis(inject('backing').REDIS_URL.replace(/:\/\/[^@]*@/, `://${user}:secret@`), log)
  await whenReady(restricted)
  const warned: unknown[] = []
  const watched = watchKeys(restricted, 'any:', () => {}, { warn: (line: unknown) => warned.push(line) } as never)
  await eventually('the refusal is in the log', async () => warned.length > 0)
  expect(watched.isWatching()).toBe(false)
  expect(await restricted.ping()).toBe('PONG')
  watched[Symbol.dispose]()
  await restricted.quit()
  await onEachNode('ACL', 'DELUSER', user)
})
