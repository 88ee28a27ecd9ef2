import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { Config } from '../src/config.ts'

const services = ['ACCOUNT', 'JOBS', 'CHAT', 'SPEECH', 'NOTIFIER', 'BILLING', 'REFERRAL']
const environment = {
  PORT: '80',
  PRIVATE_PORT: '81',
  REDIS_URL: 'redis://r',
  WEB_DIR: '/web',
  IDENTITY_KEY: createTestIdentity().privateKeys.gateway,
  ...Object.fromEntries(services.map((name) => [`${name}_URL`, 'http://service'])),
}
const faultsOf = (more: Record<string, string>) =>
  Config.safeParse({ ...environment, ...more }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

test.each([
  ['production', 'https://utter.example', undefined],
  ['production', 'http://localhost:8080', undefined],
  ['production', 'http://127.0.0.1', undefined],
  ['development', 'http://utter.example', undefined],
  [
    'production',
    'http://utter.example',
    ['PUBLIC_URL must begin with https: in production, since the session would be readable on its way'],
  ],
])('in %s the address %s: %j', (NODE_ENV, PUBLIC_URL, faults) => {
  expect(faultsOf({ NODE_ENV, PUBLIC_URL })).toEqual(faults)
})
