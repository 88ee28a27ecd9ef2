import { makeIdentityKeys } from '@utter/http/identity-keys'
import { expect, test } from 'vitest'
import { callsOf, environmentOf, parts, variablesOf } from '../src/processes/processes.ts'
import { readSettings } from '../src/settings.ts'

const { privateKeys: identityKeys, publicKeys: IDENTITY_PUBLIC_KEYS } = makeIdentityKeys()
const environment = (name: string, env: NodeJS.ProcessEnv = {}) =>
  environmentOf(name, {
    settings: readSettings(env, '/nowhere'),
    backing: { MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:1', REDIS_URL: 'redis://r' },
    secrets: { AUDIO_SIGNING_KEY: 'a'.repeat(32), REDIS_PASSWORD: 'redis', IDENTITY_PUBLIC_KEYS, identityKeys },
    endpoints: Object.fromEntries(
      Object.keys(parts).map((other, at) => [other, { port: 5000 + at, privatePort: 6000 + at }]),
    ),
    models: { voiceDir: '/voice', fliteDir: '/flite', chatModelPath: '/model' },
  })

test.for(Object.entries(parts))('%s starts with what it is given where nothing is set', ([name, { Config }]) => {
  expect(Config.safeParse(environment(name)).error?.issues.map(({ path }) => path.join('.')) ?? []).toEqual([])
})

test('a variable that a person sets reaches each process that reads it, and no other', () => {
  const everything = Object.fromEntries(
    Object.keys(parts)
      .flatMap(variablesOf)
      .map((name) => [name, '1']),
  )
  for (const name of Object.keys(parts)) {
    const given = environment(name, { ...everything, PORT: '8080', ELSEWHERE: '1' })
    expect(variablesOf(name).filter((variable) => !(variable in given))).toEqual([])
    expect(given).not.toHaveProperty('ELSEWHERE')
  }
})

test('a process calls those whose addresses it reads', () => {
  expect(callsOf('account').sort()).toEqual(['jobs', 'referral'])
  expect(callsOf('gateway')).toHaveLength(7)
})
