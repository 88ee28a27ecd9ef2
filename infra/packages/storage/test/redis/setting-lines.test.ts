import { once } from 'node:events'
import {
  maskedSecret,
  type SettingName,
  settingKey,
  settingNames,
  versionKey,
  versionNames,
  voiceLanguagesKey,
  voiceNamesKey,
  voicesHeardKey,
} from '@utter/contracts/settings'
import { openRedis, type RedisClient, whenReady } from '@utter/storage/redis/open'
import { type RedisUser, redisUsers } from '@utter/storage/redis/rights'
import {
  readSettingLines,
  readVersions,
  type SettingLines,
  startSettingLines,
} from '@utter/storage/redis/setting-lines'
import { createLog } from '@utter/telemetry/log'
import { eventually } from '@utter/testing/eventually'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import '@utter/testing/setup/provided'

/** A database of its own, where there are several: tests of other workers write the same lines. */
const url = () => inject('backing').REDIS_URL.replace(/^(redis:.*)/, '$1/1')
const log = createLog('chat', 'silent')
const reader = openRedis(url(), log)
await whenReady(reader)
afterAll(() => reader.disconnect())
const versionKeys = [...versionNames.map(versionKey), voiceLanguagesKey, voiceNamesKey, voicesHeardKey]
const forget = () => Promise.all([...settingNames.map(settingKey), ...versionKeys].map((key) => reader.del(key)))
beforeEach(async () => void (await forget()))

const lines = { chatModel: 'a model', chatModelKey: maskedSecret('sk-0123456789') }
const areThere = async () => {
  const { chatModel, chatModelKey } = await readSettingLines(reader)
  return chatModel === lines.chatModel && chatModelKey === lines.chatModelKey
}

test('lines are there once a process has started, for three minutes, and no others', async () => {
  const redis = openRedis(url(), log)
  await using _lines = startSettingLines(redis, lines, log)
  await eventually('the lines are written', areThere)
  expect(await readSettingLines(reader)).toEqual(lines)
  for (const name of Object.keys(lines)) {
    const seconds = await reader.ttl(settingKey(name as SettingName))
    expect([seconds > 170, seconds <= 180]).toEqual([true, true])
  }
  redis.disconnect()
})

test('lines that Redis has lost are back as soon as it is connected again', async () => {
  const redis = openRedis(url(), log)
  await using _lines = startSettingLines(redis, lines, log)
  await eventually('the lines are written', areThere)
  await forget()
  redis.disconnect(true)
  await eventually('the lines are back', areThere)
  redis.disconnect()
})

test('the versions of two processes are read together, and are absent where no process has written them', async () => {
  expect(await readVersions(reader)).toEqual({})
  const redis = openRedis(url(), log)
  const speech = { joe: 'piper/joe-1/joe', default: 'piper/joe-1/joe' }
  await using _chat = startSettingLines(redis, lines, log, { chat: 'openai/gpt-4o-mini' })
  const languages = { joe: ['en-US'] }
  const names = { joe: { id: 'joe', settings: ['style'] } }
  await using _speech = startSettingLines(redis, {}, log, { speech, languages, names, hearing: true })
  await eventually('all are written', async () => Object.keys(await readVersions(reader)).length === 5)
  expect(await readVersions(reader)).toEqual({ chat: 'openai/gpt-4o-mini', speech, languages, names, hearing: true })
  for (const key of versionKeys) expect(await reader.ttl(key)).toBeGreaterThan(170)
  redis.disconnect()
})

test('lines and versions that change are written as they are then', async () => {
  const redis = openRedis(url(), log)
  let key = 'right'
  const lines = async () => ({ speechProviderKey: key })
  await using _lines = startSettingLines(redis, lines, log, async () => ({ speech: { joe: key } }))
  const written = async () => [(await readSettingLines(reader)).speechProviderKey, (await readVersions(reader)).speech]
  await expect.poll(written).toEqual(['right', { joe: 'right' }])
  key = 'wrong'
  redis.disconnect(true)
  await expect.poll(written).toEqual(['wrong', { joe: 'wrong' }])
  redis.disconnect()
})

test('a process that ends its loop writes no more', async () => {
  const redis = openRedis(url(), log)
  await whenReady(redis)
  const loop = startSettingLines(redis, lines, log)
  await eventually('the lines are written', areThere)
  await loop[Symbol.asyncDispose]()
  await forget()
  const connectedAnew = once(redis, 'ready')
  redis.disconnect(true)
  await connectedAnew
  await redis.ping()
  expect(await readSettingLines(reader)).toEqual({})
  redis.disconnect()
})

test('each process writes its lines of the settings and no others, which account reads, and its version, which jobs reads', async () => {
  const as = Object.fromEntries(redisUsers.map((name) => [name, openRedis(inject('redisUrls')[name], log)])) as Record<
    RedisUser,
    RedisClient
  >
  await using stack = new AsyncDisposableStack()
  for (const redis of Object.values(as)) stack.defer(() => redis.disconnect())
  const lines: Partial<Record<RedisUser, SettingLines>> = {
    gateway: { localToken: 'a' },
    chat: { chatModelKey: 'b', chatModel: 'c', chatModelClass: 'small' },
    speech: { speechModel: 'd', speechProviderKey: 'e', sharedSecret: 'f' },
  }
  const versions = { speech: { default: '1' }, languages: { joe: ['en'] }, names: {}, hearing: true as const }
  stack.use(startSettingLines(as.gateway, lines.gateway ?? {}, log))
  stack.use(startSettingLines(as.chat, lines.chat ?? {}, log, { chat: 'model' }))
  stack.use(startSettingLines(as.speech, lines.speech ?? {}, log, versions))
  const all = Object.assign({}, ...Object.values(lines))
  await eventually('account reads all', async () => {
    expect(await readSettingLines(as.account)).toEqual(all)
    expect(await readVersions(as.jobs)).toEqual({ ...versions, chat: 'model' })
    return true
  })
  await expect(as.speech.set('setting:localToken', 'forged')).rejects.toThrow(/NOPERM/)
  await expect(as.chat.set('version:speech', 'forged')).rejects.toThrow(/NOPERM/)
})

test.each([
  ['sk-0123456789abcdef', '••••••••cdef'],
  ['short-key', '••••••••'],
  ['', 'Not set (local model)'],
  [undefined, 'Not set (local model)'],
])('the secret %s is shown as %s', (secret, line) => expect(maskedSecret(secret)).toBe(line))
