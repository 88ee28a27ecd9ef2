import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { Config } from '../../src/config.ts'

const { publicKeysText, privateKeys } = createTestIdentity()
const environment = {
  PORT: '80',
  PRIVATE_PORT: '81',
  MONGO_URL: 'mongodb://m',
  JOBS_URL: 'http://jobs',
  PUBLIC_URL: 'https://utter.example',
  KAFKA_BROKERS: 'k:9092',
  IDENTITY_KEY: privateKeys.notifier,
  IDENTITY_PUBLIC_KEYS: publicKeysText,
  AUDIO_SIGNING_KEY: 'a'.repeat(32),
}
const faultsOf = (more: Record<string, string>) =>
  Config.safeParse({ ...environment, ...more }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

test.each([
  [{ NODE_ENV: 'production' }, undefined],
  [{ NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'false' }, undefined],
  [{ NODE_ENV: 'development', WEBHOOK_ALLOW_PRIVATE: 'true' }, undefined],
  [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, ['WEBHOOK_ALLOW_PRIVATE must be true or false']],
  [
    { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' },
    ['WEBHOOK_ALLOW_PRIVATE must not be true in production: anybody could have us ask what only we can reach'],
  ],
])('webhooks that lead inside, by %j: %j', (more, faults) => {
  expect(faultsOf(more)).toEqual(faults)
})
