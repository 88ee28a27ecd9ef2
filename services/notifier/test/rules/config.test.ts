import { readConfig } from '@utter/runtime/read-config'
import { createTestIdentity } from '@utter/testing/identity'
import { describe, expect, test } from 'vitest'
import { Config } from '../../src/config.ts'

const identity = createTestIdentity()
const MAIL_FROM = 'Utter <mail@utter.example>'
const SMTP_URL = 'smtps://user:password@smtp.example'

const faultOf = (more: Record<string, string>) => {
  try {
    readConfig(Config, {
      ...{ PORT: '1', PRIVATE_PORT: '2', KAFKA_BROKERS: '127.0.0.1:9092', MONGO_URL: 'mongodb://127.0.0.1' },
      ...{ JOBS_URL: 'http://jobs', ACCOUNT_URL: 'http://account', PUBLIC_URL: 'https://utter.example' },
      ...{ IDENTITY_KEY: identity.privateKeys.notifier, IDENTITY_PUBLIC_KEYS: identity.publicKeysText },
      ...{ AUDIO_SIGNING_KEY: 'k'.repeat(32), ...more },
    })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

describe('mails', () => {
  test.each([
    ['none at all', {}],
    ['a server', { MAIL_FROM, SMTP_URL }],
    ['a folder', { MAIL_FROM: 'mail@utter.example', MAIL_DIR: 'mails' }],
    ['a server in production', { MAIL_FROM, SMTP_URL, NODE_ENV: 'production' }],
  ])('%s fits', (_, more) => {
    expect(faultOf(more)).toBeUndefined()
  })
  const oneWay = 'MAIL_FROM wants one of SMTP_URL and MAIL_DIR beside it'
  test.each<[string, Record<string, string>, string]>([
    ['a sender without a way', { MAIL_FROM }, oneWay],
    ['two ways', { MAIL_FROM, SMTP_URL, MAIL_DIR: 'mails' }, oneWay],
    ['a way without a sender', { SMTP_URL }, 'MAIL_FROM is not set'],
    [
      'a folder in production',
      { MAIL_FROM, MAIL_DIR: 'mails', NODE_ENV: 'production' },
      'MAIL_DIR is not for production',
    ],
    ['a sender without an address', { MAIL_FROM: 'Utter', SMTP_URL }, 'MAIL_FROM must be an address'],
    ['a line break in the sender', { MAIL_FROM: 'Utter\nBcc: x@y.example', SMTP_URL }, 'MAIL_FROM must be an address'],
    ['a server of another kind', { MAIL_FROM, SMTP_URL: 'https://smtp.example' }, 'SMTP_URL must begin with'],
  ])('%s is told by name', (_, more, sentence) => {
    expect(faultOf(more)).toContain(sentence)
  })
})
