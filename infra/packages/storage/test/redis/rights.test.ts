import { randomUUID } from 'node:crypto'
import { credentialKey, revokedMark } from '@utter/contracts/credential'
import { createPeriodCounts } from '@utter/storage/counts/period-counts'
import { createRecentNetworks } from '@utter/storage/counts/recent-networks'
import { openRedis, type RedisClient, whenReady } from '@utter/storage/redis/open'
import { createRepliesAhead } from '@utter/storage/redis/replies-ahead'
import { type RedisUser, redisUsers } from '@utter/storage/redis/rights'
import { removeKeys } from '@utter/storage/redis/scan-keys'
import { createLog } from '@utter/telemetry/log'
import { afterAll, describe, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'

const log = createLog('test', 'silent')
const as = Object.fromEntries(redisUsers.map((name) => [name, openRedis(inject('redisUrls')[name], log)])) as Record<
  RedisUser,
  RedisClient
>
await Promise.all(Object.values(as).map((redis) => whenReady(redis)))
afterAll(() => Promise.all(Object.values(as).map((redis) => redis.quit())))
const others = (...named: RedisUser[]) => redisUsers.filter((name) => !named.includes(name))
const refused = /NOPERM/

describe('a copy of a credential', () => {
  const key = credentialKey(randomUUID())

  test('is written by account and read by the gateway', async () => {
    await as.account.set(key, revokedMark, 'EX', 60)
    expect(await as.gateway.get(key)).toBe(revokedMark)
  })

  // The operator writes such keys, since it removes them.
  test.each(others('account', 'operator'))('cannot be made, changed or removed by %s', async (name) => {
    const forged = `{"userId":"${randomUUID()}","rate":100000}`
    for (const attempt of [
      () => as[name].call('SET', key, forged),
      () => as[name].call('EVAL', "return redis.call('SET', KEYS[1], ARGV[1])", 1, key, forged),
      () => as[name].call('RESTORE', key, 0, 'x'),
      () => as[name].call('DEL', key),
    ])
      await expect(attempt()).rejects.toThrow(refused)
  })

  test.each(others('account', 'gateway'))('cannot be read by %s', async (name) => {
    await expect(as[name].call('GET', key)).rejects.toThrow(refused)
    await expect(as[name].call('EVAL', "return redis.call('GET', KEYS[1])", 1, key)).rejects.toThrow(refused)
  })

  test('is removed by the operator, when it restores a backup', async () => {
    await removeKeys(as.operator, key)
    expect(await as.gateway.get(key)).toBeNull()
  })
})

test.each(others('gateway'))('the gateway’s counts of requests cannot be read or changed by %s', async (name) => {
  const key = `rate:spend:${randomUUID()}`
  await expect(as[name].call('GET', key)).rejects.toThrow(refused)
  await expect(as[name].call('SET', key, 0)).rejects.toThrow(refused)
  await expect(as[name].call('EVAL', "return redis.call('INCR', KEYS[1])", 1, key)).rejects.toThrow(refused)
})

test.each(redisUsers)(
  '%s can change nobody’s rights, stop nothing, and list no keys but as the operator',
  async (name) => {
    const commands = [['ACL', 'LIST'], ['CONFIG', 'GET', '*'], ['FLUSHALL'], ['SHUTDOWN'], ['MONITOR'], ['KEYS', '*']]
    for (const [command = '', ...given] of commands)
      await expect(as[name].call(command, ...given)).rejects.toThrow(refused)
    if (name !== 'operator') await expect(as[name].call('SCAN', 0)).rejects.toThrow(refused)
  },
)

test('jobs and chat take of the same counts, and chat reads the network that jobs has noted', async () => {
  const [name, userId, clock] = [randomUUID(), randomUUID(), { now: () => new Date() }]
  const giveBack = await createPeriodCounts(as.jobs, clock).take([{ name, amount: 2, max: 3 }])
  await createPeriodCounts(as.chat, clock).take([{ name, amount: 1, max: 3, period: 'month' }])
  await giveBack()
  expect(await createPeriodCounts(as.jobs, clock).used([name])).toEqual([0])
  await createRecentNetworks(as.jobs).note(userId, '192.0.2.1')
  expect(await createRecentNetworks(as.chat).of(userId)).toBe('192.0.2.1')
})

test('speech takes the replies that chat writes, sentence by sentence', async () => {
  const reply = { jobId: randomUUID(), attempt: 1, userId: randomUUID(), voiceId: 'joe' }
  const ttsSettings = { stability: 0.5, similarityBoost: 0.5, style: 0, speakerBoost: false }
  const written = createRepliesAhead(as.chat).begin({ ...reply, ttsSettings })
  await written.add('One. ')
  const replies = createRepliesAhead(as.speech)
  const taken = await replies.take()
  expect(taken?.jobId).toBe(reply.jobId)
  const read: string[] = []
  if (taken)
    for await (const sentence of replies.sentences(taken, AbortSignal.timeout(5_000))) {
      read.push(sentence)
      await written.end()
    }
  expect(read).toEqual(['One. '])
})
