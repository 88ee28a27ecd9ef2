import { readConfig } from '@utter/runtime/read-config'
import { createTestIdentity } from '@utter/testing/identity'
import { expect, test } from 'vitest'
import { Config } from '../../src/config.ts'

const { privateKeys, publicKeysText } = createTestIdentity()
const environment = {
  PORT: '1',
  PRIVATE_PORT: '2',
  MONGO_URL: 'mongodb://127.0.0.1:1',
  KAFKA_BROKERS: '127.0.0.1:1',
  JOBS_URL: 'http://127.0.0.1:3',
  PUBLIC_URL: 'https://utter.example',
  IDENTITY_KEY: privateKeys.billing,
  IDENTITY_PUBLIC_KEYS: publicKeysText,
}
const STRIPE_SANDBOX_URL = 'http://127.0.0.1:4'

test.each<[string, Record<string, string>]>([
  ['without a key', {}],
  ['in production without a key', { NODE_ENV: 'production' }],
  ['with the sandbox and its key', { STRIPE_SANDBOX_URL, STRIPE_SECRET_KEY: 'sk_sandbox_1' }],
  ['in production with a live key', { NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_live_1' }],
])('it starts %s', (_name, more) => {
  expect(() => readConfig(Config, { ...environment, ...more })).not.toThrow()
})

test.each<[string, Record<string, string>, string]>([
  [
    'the sandbox in production',
    { NODE_ENV: 'production', STRIPE_SANDBOX_URL, STRIPE_SECRET_KEY: 'sk_sandbox_1' },
    'STRIPE_SANDBOX_URL must not be set in production, where the Stripe sandbox is refused',
  ],
  [
    'the sandbox beside a live key',
    { STRIPE_SANDBOX_URL, STRIPE_SECRET_KEY: 'sk_live_1' },
    'STRIPE_SECRET_KEY must begin with sk_sandbox_ beside the Stripe sandbox, which is refused every other key',
  ],
  [
    "the sandbox's key without a sandbox",
    { STRIPE_SECRET_KEY: 'sk_sandbox_1' },
    'STRIPE_SECRET_KEY must not be the key of a sandbox where none runs',
  ],
])('%s is refused in a sentence that shows no key', (_name, more, sentence) => {
  const start = () => readConfig(Config, { ...environment, ...more })
  expect(start).toThrow(sentence)
  expect(start).not.toThrow('_1')
})

test.each([
  ['0', 'must be at least 1'],
  ['366', 'must be at most 365'],
  ['soon', 'must be a whole number'],
])('%s days for a missing payment are refused', (PAST_DUE_DAYS, sentence) => {
  expect(() => readConfig(Config, { ...environment, PAST_DUE_DAYS })).toThrow(`PAST_DUE_DAYS ${sentence}`)
})

test('tax is added where it is switched on, by a word alone', () => {
  expect(readConfig(Config, environment).STRIPE_TAX).toBe('off')
  expect(readConfig(Config, { ...environment, STRIPE_TAX: 'on' }).STRIPE_TAX).toBe('on')
  expect(() => readConfig(Config, { ...environment, STRIPE_TAX: 'yes' })).toThrow('STRIPE_TAX must be on or off')
})

test('a missing payment ends a plan after fourteen days if not otherwise set', () => {
  expect(readConfig(Config, environment).PAST_DUE_DAYS).toBe(14)
  expect(readConfig(Config, { ...environment, PAST_DUE_DAYS: '30' }).PAST_DUE_DAYS).toBe(30)
})

test('overage is billed at fifty dollars, then at twice as much each time, if not otherwise set', () => {
  expect(readConfig(Config, environment).OVERAGE_STEPS).toEqual([50, 100, 200, 400, 800])
  expect(readConfig(Config, { ...environment, OVERAGE_STEPS: '20, 80' }).OVERAGE_STEPS).toEqual([20, 80])
})

test.each([',', '50,0', '10001', '2.5', 'many', Array(21).fill(50).join()])(
  'the steps of overage %j are refused',
  (OVERAGE_STEPS) => {
    expect(() => readConfig(Config, { ...environment, OVERAGE_STEPS })).toThrow('OVERAGE_STEPS must be 1 to 20 amounts')
  },
)
