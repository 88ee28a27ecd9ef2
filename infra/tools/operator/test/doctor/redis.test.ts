import { openRedisWire } from '@utter/testing/faults/redis-wire'
import { Redis } from 'ioredis'
import { afterAll, expect, inject, onTestFinished, test } from 'vitest'
import { redisChecks } from '../../src/doctor/checks/redis.ts'
import { checks as all } from '../../src/doctor/checks.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { examinedAt, faultsOf } from '../support/examined.ts'

const { REDIS_URL } = inject('backing')
const redis = new Redis(REDIS_URL)
afterAll(() => redis.disconnect())

/** Carries out a command of `redis-cli`. */
const carryOut = (action: string) => {
  const [, name = '', words = ''] = /^redis-cli (\S+) (.*)$/.exec(action) ?? []
  return redis.call(name, ...words.split(' '))
}

test('a Redis that has everything has no fault, and the doctor leaves nothing behind', async () => {
  expect(await faultsOf(redisChecks, examinedAt({ REDIS_URL }))).toEqual([])
  expect(await redis.keys('doctor:*')).toEqual([])
})

test('a policy that refuses writes of a full Redis is named first, and mended by what is printed', async () => {
  onTestFinished(async () => void (await redis.config('SET', 'maxmemory', '0')))
  // More than it takes, so that no other test notices.
  await redis.config('SET', 'maxmemory', String(2 ** 40))
  const [first, ...others] = await faultsOf(redisChecks, examinedAt({ REDIS_URL }))
  expect(others).toEqual([])
  expect(first).toMatchObject({
    name: 'redis: maxmemory-policy',
    status: 'warning',
    observed: 'noeviction: writes are refused once it is full',
  })
  await carryOut(first?.action ?? '')
  onTestFinished(async () => void (await redis.config('SET', 'maxmemory-policy', 'noeviction')))
  expect(await faultsOf(redisChecks, examinedAt({ REDIS_URL }))).toEqual([])
})

test('a wrong password is one row, and mended by the right one', async () => {
  const wrong = new URL(REDIS_URL)
  wrong.password = 'a-wrong-password'
  const rows = await runChecks(redisChecks, examinedAt({ REDIS_URL: wrong.href }))
  const [first, ...others] = rows.filter(({ status }) => status === 'failed')
  expect([first, others]).toEqual([
    {
      name: 'redis: reached',
      status: 'failed',
      observed: 'it refuses our password',
      action: 'set REDIS_URL to the user and the password that it knows',
    },
    [],
  ])
  expect(rows.filter(({ status }) => status === 'skipped').length).toBeGreaterThan(4)
})

test('a Redis that is away is one row', async () => {
  const faults = await faultsOf(redisChecks, examinedAt({ REDIS_URL: 'redis://127.0.0.1:9' }))
  expect(faults.map(({ name, action }) => [name, action])).toEqual([
    ['redis: reached', 'start Redis, or set REDIS_URL to where it is'],
  ])
})

test('a Redis that hangs costs one row, and the whole examination some seconds', async () => {
  await using wire = await openRedisWire(REDIS_URL)
  wire.hang(true)
  const startedMs = performance.now()
  const faults = await faultsOf(all, examinedAt({ REDIS_URL: wire.url }))
  expect(performance.now() - startedMs).toBeLessThan(10_000)
  expect(faults.map(({ name }) => name)).toEqual(['redis: reached'])
  expect(faults[0]?.observed).toMatch(/^Redis is unavailable: /)
})

test('in production memory without a bound and a connection without TLS are told', async () => {
  const faults = await faultsOf(redisChecks, examinedAt({ REDIS_URL }, { isProduction: true }))
  expect(faults.map(({ status, name }) => [status, name])).toEqual([
    ['warning', 'redis: TLS'],
    ['warning', 'redis: memory'],
  ])
})
