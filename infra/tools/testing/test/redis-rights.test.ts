import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { redisUsers } from '@utter/storage/redis/rights'
import { createLog } from '@utter/telemetry/log'
import { expect, test } from 'vitest'
import { closedAfterAll } from '../src/closed-after-all.ts'
import { startRedisServer } from '../src/engines/redis-server.ts'

const passwords = Object.fromEntries(
  redisUsers.map((name) => [`${name.toUpperCase()}_REDIS_PASSWORD`, `it's "of" $${name}`]),
)
const script = (env: Record<string, string>) =>
  execFileSync('sh', [join(repoDir, 'infra/operating/redis-rights.sh')], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

test('a Redis whose settings have the lines of the script knows each process by its password, and by no other', async () => {
  const lines = script(passwords).trim().split('\n')
  expect(Object.values(passwords).filter((one) => lines.join().includes(one))).toEqual([])
  const { port } = await closedAfterAll(startRedisServer(lines))
  for (const name of redisUsers) {
    const password = encodeURIComponent(passwords[`${name.toUpperCase()}_REDIS_PASSWORD`] ?? '')
    const redis = openRedis(`redis://${name}:${password}@127.0.0.1:${port}`, createLog('test', 'silent'))
    await whenReady(redis, 5_000)
    expect(await redis.ping()).toBe('PONG')
    await expect(redis.call('ACL', 'WHOAMI')).rejects.toThrow(/NOPERM/)
    redis.disconnect()
  }
})

test('the script gives no rights where a password is not set', () => {
  const { SPEECH_REDIS_PASSWORD: _, ...others } = passwords
  expect(() => script(others)).toThrow(/SPEECH_REDIS_PASSWORD: is not set/)
})
