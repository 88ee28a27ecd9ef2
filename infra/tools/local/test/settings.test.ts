import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signers } from '@utter/http/identity-keys'
import { expect } from 'vitest'
import { environmentOf, parts } from '../src/processes/processes.ts'
import { readSecrets } from '../src/secrets.ts'
import { readSettings } from '../src/settings.ts'
import { test } from './support/temporary.ts'

test('the environment wins over .env, and .env over the defaults; an empty value counts as none', ({ folder }) => {
  writeFileSync(join(folder, '.env'), 'PORT=9000\nUTTER_DATA=kept\nUTTER_CACHE=written\nOPENAI_API_KEY=\n')
  const settings = readSettings({ PORT: '9001', UTTER_CACHE: '' }, folder)
  expect(settings).toMatchObject({
    port: 9001,
    publicUrl: 'http://localhost:9001',
    dataDir: join(folder, 'kept'),
    cacheDir: join(folder, 'written'),
  })
  expect(settings.env).not.toHaveProperty('OPENAI_API_KEY')
})

test.for(['0', '65536', 'http', '80.5'])('PORT=%s is refused in a sentence', (port, { folder }) => {
  expect(() => readSettings({ PORT: port }, folder)).toThrow(
    `PORT must be a number from 1 to 65535, and '${port}' is not.`,
  )
})

test('an unknown LOCAL_CHAT_MODEL is refused in a sentence', ({ folder }) => {
  expect(() => readSettings({ LOCAL_CHAT_MODEL: 'big' }, folder)).toThrow(
    "LOCAL_CHAT_MODEL must be auto, small or good, and 'big' is not.",
  )
})

test('secrets are made once, for the owner alone; the environment replaces them without being kept', async ({
  folder,
}) => {
  const made = await readSecrets(folder, {})
  expect(Buffer.from(made.AUDIO_SIGNING_KEY, 'base64url')).toHaveLength(32)
  expect(new Set(Object.values(made.identityKeys)).size).toBe(signers.length)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(await readSecrets(folder, { AUDIO_SIGNING_KEY: 'mine' })).toEqual({ ...made, AUDIO_SIGNING_KEY: 'mine' })
  expect(await readSecrets(folder, {})).toEqual(made)
})

test('identities are made anew, and kept, for a data folder of a version with fewer signers', async ({ folder }) => {
  const { identityKeys, ...made } = await readSecrets(folder, {})
  const { billing: _unknown, ...fewer } = identityKeys
  writeFileSync(join(folder, 'secrets.json'), JSON.stringify({ ...made, identityKeys: fewer }))
  const renewed = await readSecrets(folder, {})
  expect(renewed.identityKeys.billing).toBeTruthy()
  expect(renewed.IDENTITY_PUBLIC_KEYS).not.toBe(made.IDENTITY_PUBLIC_KEYS)
  expect(await readSecrets(folder, {})).toEqual(renewed)
})

test('a process is given what it reads and no secret of another', ({ folder }) => {
  const secret = {
    OPENAI_API_KEY: 'sk-chat',
    CHAT_SLOTS: '3',
    SPEECH_SLOTS: '4',
    AWS_SECRET_ACCESS_KEY: 'x',
  }
  const endpoints = Object.fromEntries(
    Object.keys(parts).map((name, at) => [name, { port: 5000 + at, privatePort: 6000 + at }]),
  )
  const wiring = {
    settings: readSettings({ ...secret, PATH: '/bin', LOG_LEVEL: 'debug' }, folder),
    backing: { MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:1', REDIS_URL: 'redis://r' },
    secrets: {
      AUDIO_SIGNING_KEY: 'audio',
      SIGNING_KEYS: 'signing',
      WEBHOOK_SECRETS_KEY: 'webhooks',
      REDIS_PASSWORD: 'redis',
      STRIPE_SECRET_KEY: 'stripe',
      STRIPE_WEBHOOK_SECRET: 'webhook',
      IDENTITY_PUBLIC_KEYS: 'public',
      identityKeys: { gateway: 'g', operator: 'o', account: 'a', jobs: 'j', notifier: 'n', billing: 'b' },
      redisPasswords: { gateway: 'g', account: 'a', jobs: 'j', chat: 'c', speech: 's', operator: 'o' },
    },
    endpoints,
    models: { voiceDir: '/voice', kokoroDir: '/kokoro', picoDir: '/pico', fliteDir: '/flite' },
  }
  const readersOf = (key: string, given = wiring) =>
    Object.keys(parts).filter((name) => key in environmentOf(name, given))
  const withBucket = { ...wiring, settings: readSettings({ ...secret, AUDIO_BUCKET: 'audio' }, folder) }
  expect(readersOf('OPENAI_API_KEY')).toEqual(['chat'])
  expect(readersOf('CHAT_SLOTS')).toEqual(['chat'])
  expect(readersOf('SPEECH_SLOTS')).toEqual(['speech'])
  expect(readersOf('AWS_SECRET_ACCESS_KEY')).toEqual([])
  expect(readersOf('AWS_SECRET_ACCESS_KEY', withBucket)).toEqual(['speech'])
  expect(readersOf('VOICE_DIR')).toEqual(['speech'])
  expect(readersOf('KOKORO_DIR')).toEqual(['speech'])
  expect(readersOf('PICO_DIR')).toEqual(['speech'])
  expect(readersOf('FLITE_DIR')).toEqual(['speech'])
  expect(readersOf('MONGO_URL')).not.toContain('gateway')
  expect(environmentOf('gateway', wiring)).toMatchObject({
    PORT: '5007',
    JOBS_URL: `http://127.0.0.1:${endpoints.jobs?.port}`,
    LOG_LEVEL: 'debug',
    PATH: '/bin',
  })
})
