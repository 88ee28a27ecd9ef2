import { createLog } from '@utter/telemetry/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHiding, secretsIn } from '../src/hide-secrets.ts'

test.each<[string, string, string[]]>([
  ['OPENAI_API_KEY', 'sk-1234567890', ['sk-1234567890']],
  ['STRIPE_WEBHOOK_SECRET', 'whsec_one, whsec_two', ['whsec_one', 'whsec_two']],
  ['AWS_SESSION_TOKEN', 'a token of some length', ['a token of some length']],
  ['REDIS_URL', 'redis://:a-password@redis:6379', ['a-password']],
  [
    'REDIS_URL',
    'redis+sentinel://:a-password@one,two?master=utter&sentinelUsername=u&sentinelPassword=another%20one',
    ['a-password', 'another%20one', 'another one'],
  ],
  ['MONGO_URL', 'mongodb://user:a-password@mongo:27017/?replicaSet=utter', ['a-password']],
  ['MONGO_URL', 'mongodb://user:a%20password@mongo:27017', ['a%20password', 'a password']],
  ['MONGO_URL', 'mongodb://mongo:27017', []],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'x-team=my-team-key, authorization=Basic%20a2V5',
    ['my-team-key', 'Basic%20a2V5', 'Basic a2V5'],
  ],
  ['IDENTITY_PUBLIC_KEYS', 'gateway=MCowBQYDK2VwAyEA', []],
  ['CHAT_MODEL', 'gpt-4o-mini', []],
  ['OPENAI_API_KEY', 'none', []],
])('the secrets of %s=%s', (name, value, secrets) => {
  expect(secretsIn({ [name]: value })).toEqual(secrets)
})

test('a text loses every secret that it names, and nothing else', () => {
  const hide = createHiding({ OPENAI_API_KEY: 'sk-$&-1234', REDIS_URL: 'redis://:password-1@redis' })
  expect(hide('sk-$&-1234 and sk-$&-1234, then password-1; sk-1')).toBe('[hidden] and [hidden], then [hidden]; sk-1')
})

beforeAll(() => {
  process.env.TESTED_API_KEY = 'sk-of-this-test'
})
afterAll(() => {
  delete process.env.TESTED_API_KEY
})
test('a key in a header, and each form of a text, is hidden where a line has its field', () => {
  const lines: string[] = []
  const log = createLog('tests', 'info', { write: (line) => lines.push(line) })
  const hidden = {
    'xi-api-key': 'of a person',
    userText: 'of a person',
    spokenText: 'of a person',
    shownText: 'of a person',
  }
  log.info({ ...hidden, job: hidden, request: { headers: hidden } }, 'a request')
  expect(lines.join()).not.toContain('of a person')
  expect(lines.join()).toContain('[hidden]')
})

test('a line of log names no secret, though an error did, by its message or by that of its cause', () => {
  const lines: string[] = []
  const log = createLog('tests', 'info', { write: (line) => lines.push(line) })
  const err = new Error('refused sk-of-this-test', { cause: new Error('no key sk-of-this-test') })
  log.warn({ err }, 'a vendor refused')
  log.child({ of: 'a child' }, { redact: [] }).warn({ err }, 'the same again')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).not.toContain('sk-of-this-test')
    expect((JSON.parse(line) as { err: { message: string } }).err.message).toContain('refused [hidden]')
  }
})
