import { randomUUID } from 'node:crypto'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { Redis } from 'ioredis'
import { afterAll, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'
import { watchKeys } from '../../src/redis/watched-keys.ts'

const redis = new Redis(inject('backing').REDIS_URL)
afterAll(() => redis.quit())
const log = createLog('storage', 'silent')

/** Changes of keys of a prefix of its own, from when they are heard of. */
async function watch() {
  const prefix = `watched-${randomUUID()}:`
  const changes: (string | undefined)[] = []
  const watched = watchKeys(redis, prefix, (rest) => changes.push(rest), log)
  await eventually('changes are heard of', async () => watched.isWatching())
  changes.length = 0
  return { prefix, changes, watched, [Symbol.dispose]: () => watched[Symbol.dispose]() }
}
const heard = (changes: (string | undefined)[], rest: string) =>
  eventually(`a change of ${rest} is told`, async () => changes.includes(rest))

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
  changes.length = 0
  await redis.del(`${prefix}written`)
  await heard(changes, 'written')
  await eventually('a key is over', async () => (await redis.exists(`${prefix}expiring`)) === 0)
  await heard(changes, 'expiring')
  expect(changes.every((rest) => rest === 'written' || rest === 'expiring')).toBe(true)
})

test('a connection that is lost is told as a change of any key, and is made again', async () => {
  using watching = await watch()
  const { prefix, changes, watched } = watching
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub')
  await eventually('the loss is told', async () => changes.includes(undefined))
  await eventually('changes are heard of again', async () => watched.isWatching())
  await redis.set(`${prefix}later`, '1', 'EX', 10)
  await heard(changes, 'later')
})

test('a Redis that refuses to tell is watched by nobody, and disturbs nothing', async () => {
  const user = `reader-${randomUUID()}`
  await redis.call('ACL', 'SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-client|tracking')
  const address = new URL(inject('backing').REDIS_URL)
  address.username = user
  address.password = 'secret'
  const restricted = new Redis(address.href)
  const warned: unknown[] = []
  const watched = watchKeys(restricted, 'any:', () => {}, { warn: (line: unknown) => warned.push(line) } as never)
  await eventually('the refusal is in the log', async () => warned.length > 0)
  expect(watched.isWatching()).toBe(false)
  expect(await restricted.ping()).toBe('PONG')
  watched[Symbol.dispose]()
  await restricted.quit()
  await redis.call('ACL', 'DELUSER', user)
})
