import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect, inject } from 'vitest'
import '@utter/testing/setup/provided'
import { findRedis } from '../src/backing/redis.ts'
import { takeDataFolder } from '../src/data-folder.ts'
import { writeRun } from '../src/processes/run-file.ts'
import { readSecrets } from '../src/secrets.ts'
import { test } from './support/temporary.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a data folder, an older one too, and all that is written into it, is for its owner alone', async ({ folder }) => {
  const before = process.umask()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o755 })
  const lock = await takeDataFolder(dataDir)
  try {
    writeFileSync(join(dataDir, 'file'), '')
    mkdirSync(join(dataDir, 'audio'))
    expect(modeOf(dataDir)).toBe(0o700)
    expect(modeOf(join(dataDir, 'file'))).toBe(0o600)
    expect(modeOf(join(dataDir, 'audio'))).toBe(0o700)
  } finally {
    lock.release()
    process.umask(before)
  }
})

test('run.json has no credentials of anybody’s servers', ({ folder }) => {
  const run = { pid: 1, publicUrl: 'http://localhost:8080', secretsFile: 's', processes: {} }
  const backing = {
    MONGO_URL: 'mongodb://utter:canary-1@one:27017,two:27017/?replicaSet=r',
    REDIS_URL: 'rediss+sentinel://:canary-2@three,four:26379?sentinelUsername=u&sentinelPassword=canary-3&master=utter',
    KAFKA_BROKERS: 'four:9092,five:9092',
  }
  writeRun(folder, { ...run, backing })
  const text = readFileSync(join(folder, 'run.json'), 'utf8')
  expect(text).not.toContain('canary')
  expect(JSON.parse(text).backing).toEqual({
    MONGO_URL: 'mongodb://one:27017,two:27017/?replicaSet=r',
    REDIS_URL: 'rediss+sentinel://three,four:26379?master=utter',
    KAFKA_BROKERS: 'four:9092,five:9092',
  })
  expect(modeOf(join(folder, 'run.json'))).toBe(0o600)
})

test('the password of the Redis that is started here is for its owner alone, and in no argument', async ({
  folder,
}) => {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'redis-server'), '#!/bin/sh\necho "Redis server v=7.0.15"\n', { mode: 0o700 })
  const context = { dataDir: folder, cacheDir: folder, env: { PATH: bin }, report: () => {}, ephemeral: true }
  const { url, spec } = await findRedis(context)
  const { password } = new URL(url)
  const settings = join(folder, 'redis', 'redis.conf')
  expect(readFileSync(settings, 'utf8')).toContain(`requirepass ${password}`)
  expect(modeOf(settings)).toBe(0o600)
  expect(spec?.command).toContain(settings)
  expect(JSON.stringify([spec?.command, spec?.env])).not.toContain(password)
  const { redisPasswords } = await readSecrets(folder, {})
  expect(Object.values(redisPasswords).filter((one) => readFileSync(settings, 'utf8').includes(one))).toEqual([])
})

test.skipIf(process.env.REDIS_URL ?? process.env.TEST_CONTAINERS)(
  'the Redis that is started here answers nobody without its password',
  async () => {
    const url = new URL(inject('backing').REDIS_URL)
    expect(url.password).not.toBe('')
    url.password = ''
    const stranger = new Redis(url.href, { lazyConnect: true, retryStrategy: () => null })
    stranger.on('error', () => {})
    await stranger.connect().catch(() => {})
    await expect(stranger.set('credential:planted', '{}')).rejects.toThrow(/NOAUTH|ECONN|closed/i)
    stranger.disconnect()
  },
)
