import { makeIdentityKeys } from '@utter/http/identity-keys'
import { redisUsers } from '@utter/storage/redis/rights'
import { testSigningKey } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { allParts, callsOf, environmentOf, startedParts, variablesOf } from '../src/processes/processes.ts'
import type { Secrets } from '../src/secrets.ts'
import { readSettings } from '../src/settings.ts'

const { privateKeys: identityKeys, publicKeys: IDENTITY_PUBLIC_KEYS } = makeIdentityKeys()
const secrets = {
  AUDIO_SIGNING_KEY: 'a'.repeat(32),
  SIGNING_KEYS: testSigningKey,
  WEBHOOK_SECRETS_KEY: 'w'.repeat(32),
  REDIS_PASSWORD: 'redis',
  STRIPE_SECRET_KEY: `sk_sandbox_${'s'.repeat(32)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${'w'.repeat(32)}`,
  IDENTITY_PUBLIC_KEYS,
  identityKeys,
  redisPasswords: Object.fromEntries(redisUsers.map((name) => [name, `of ${name}`])) as Secrets['redisPasswords'],
}
const environment = (name: string, env: NodeJS.ProcessEnv = {}) =>
  environmentOf(name, {
    settings: readSettings(env, '/nowhere'),
    backing: { MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:1', REDIS_URL: 'redis://r' },
    secrets,
    endpoints: Object.fromEntries(
      [...startedParts(env), name].map((other, at) => [other, { port: 5000 + at, privatePort: 6000 + at }]),
    ),
    models: { voiceDir: '/voice', kokoroDir: '/kokoro', picoDir: '/pico', fliteDir: '/flite', chatModelPath: '/model' },
  })

test.for(Object.entries(allParts))('%s starts with what it is given where nothing is set', ([name, { Config }]) => {
  expect(Config.safeParse(environment(name)).error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual([])
})

test('a variable that a person sets reaches each process that reads it, and no other', () => {
  const everything = Object.fromEntries(
    Object.keys(allParts)
      .flatMap(variablesOf)
      .map((name) => [name, '1']),
  )
  for (const name of Object.keys(allParts)) {
    const given = environment(name, { ...everything, PORT: '8080', ELSEWHERE: '1', STRIPE_SECRET_KEY: '' })
    // A bucket takes the folder's place.
    const missing = variablesOf(name).filter((variable) => variable !== 'AUDIO_DIR' && !(variable in given))
    expect(missing).toEqual([])
    expect(given).not.toHaveProperty('ELSEWHERE')
  }
})

test('the audio is in a folder of the data, or in the bucket that a person names', () => {
  const folder = environment('speech')
  expect([folder.AUDIO_DIR, folder.AUDIO_BUCKET]).toEqual(['/nowhere/.local/audio', undefined])
  const bucket = { AUDIO_BUCKET: 'sounds', AUDIO_ENDPOINT: 'http://127.0.0.1:9000', AWS_ACCESS_KEY_ID: 'a key' }
  expect(environment('speech', bucket)).toMatchObject(bucket)
  expect(environment('speech', bucket)).not.toHaveProperty('AUDIO_DIR')
})

test('a process calls those whose addresses it reads', () => {
  expect(callsOf('account').sort()).toEqual(['jobs', 'referral'])
  expect(callsOf('gateway')).toHaveLength(7)
})

test('payments are a sandbox of its own secrets, unless a key is set or nothing may stand in', () => {
  expect(startedParts({})[0]).toBe('stripe-sandbox')
  expect(environment('stripe-sandbox')).toMatchObject({
    STRIPE_SECRET_KEY: secrets.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: secrets.STRIPE_WEBHOOK_SECRET,
    SANDBOX_FILE: '/nowhere/.local/stripe-sandbox.json',
  })
  for (const env of [{ STRIPE_SECRET_KEY: 'sk_live_of_mine' }, { NODE_ENV: 'production' }]) {
    expect(startedParts(env)).not.toContain('stripe-sandbox')
    expect(Object.values(environment('billing', env))).not.toContain(secrets.STRIPE_SECRET_KEY)
  }
})

test('the bounds of free accounts by network and mailbox are off in development, where all are on one machine, and on in production', () => {
  const bounds = (env: NodeJS.ProcessEnv) => {
    const { SIGNUP_PROOF_AFTER, REFERRAL_NETWORK_HOURS, UNVERIFIED_FREE_CALLS } = environment('account', env)
    const { FREE_VENDOR_CHARACTERS_PER_NETWORK, FREE_CHAT_CHARACTERS_PER_NETWORK } = environment('jobs', env)
    return [
      ...[environment('gateway', env).FREE_CALLS_PER_NETWORK, SIGNUP_PROOF_AFTER, REFERRAL_NETWORK_HOURS],
      UNVERIFIED_FREE_CALLS,
      ...[FREE_VENDOR_CHARACTERS_PER_NETWORK, FREE_CHAT_CHARACTERS_PER_NETWORK],
    ]
  }
  expect(bounds({})).toEqual(['0', '0', '0', '0', '0', '0'])
  expect(bounds({ SIGNUP_PROOF_AFTER: '3' })).toEqual(['0', '3', '0', '0', '0', '0'])
  expect(bounds({ NODE_ENV: 'production' })).toEqual(Array(6).fill(undefined))
})

test('each process has a user of its own at a Redis that is started here, and at another the one of its address', () => {
  expect(redisUsers.filter((name) => name !== 'operator').map((name) => environment(name).REDIS_URL)).toEqual(
    ['gateway', 'account', 'jobs', 'chat', 'speech'].map((name) => `redis://${name}:of%20${name}@r`),
  )
  const REDIS_URL = 'redis://me:mine@elsewhere'
  expect(environment('speech', { REDIS_URL }).REDIS_URL).not.toContain('of%20speech')
})
