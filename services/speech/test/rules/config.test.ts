import { ConfigError, readConfig } from '@utter/runtime/read-config'
import { createTestIdentity } from '@utter/testing/identity'
import { testSigningKey } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { Config } from '../../src/config.ts'

const environment = {
  PORT: '80',
  PRIVATE_PORT: '81',
  MONGO_URL: 'mongodb://m',
  REDIS_URL: 'redis://r',
  KAFKA_BROKERS: 'k:9092',
  IDENTITY_PUBLIC_KEYS: createTestIdentity().publicKeysText,
  AUDIO_SIGNING_KEY: 'a'.repeat(32),
  SIGNING_KEYS: testSigningKey,
}
const read = (more: Record<string, string>) => readConfig(Config, { ...environment, ...more })

test('the audio is in a folder, or in a bucket', () => {
  expect(read({ AUDIO_DIR: '/audio' })).toMatchObject({ AUDIO_DIR: '/audio' })
  expect(read({ AUDIO_DIR: '', AUDIO_BUCKET: 'sounds' })).toMatchObject({
    AUDIO_BUCKET: 'sounds',
    AUDIO_REGION: 'us-east-1',
  })
})

test('a vendor needs its key alone, and a server that speaks like OpenAI its address', () => {
  expect(
    read({ AUDIO_DIR: '/a', ELEVENLABS_API_KEY: 'k', SPEECH_PROVIDER: 'elevenlabs', ELEVENLABS_MODEL: '' }),
  ).toMatchObject({
    ELEVENLABS_MODEL: 'eleven_multilingual_v2',
    ELEVENLABS_MAX_CONCURRENT: 2,
  })
  const server = { OPENAI_SPEECH_BASE_URL: 'http://tts/v1', OPENAI_SPEECH_VOICES: 'one, two' }
  expect(read({ AUDIO_DIR: '/a', ...server })).toMatchObject({
    OPENAI_SPEECH_MODEL: 'gpt-4o-mini-tts',
    OPENAI_SPEECH_VOICES: ['one', 'two'],
  })
})

test('a transcriber needs its address alone', () => {
  const { TRANSCRIBE_MODEL } = read({ AUDIO_DIR: '/a', TRANSCRIBE_BASE_URL: 'http://whisper/v1' })
  expect(TRANSCRIBE_MODEL).toBe('whisper-1')
})

test.each<[string, Record<string, string>, string]>([
  [
    'the key of a transcriber without its address',
    { AUDIO_DIR: '/audio', TRANSCRIBE_API_KEY: 'k' },
    'TRANSCRIBE_API_KEY is set without TRANSCRIBE_BASE_URL',
  ],
  ['neither', {}, 'AUDIO_DIR or AUDIO_BUCKET is not set'],
  ['both', { AUDIO_DIR: '/audio', AUDIO_BUCKET: 'sounds' }, 'AUDIO_DIR and AUDIO_BUCKET are both set: set one of them'],
  ['a bucket that can have no such name', { AUDIO_BUCKET: 's3://sounds' }, 'AUDIO_BUCKET must be the name of a bucket'],
  [
    'an endpoint without a protocol',
    { AUDIO_BUCKET: 'sounds', AUDIO_ENDPOINT: 'minio' },
    'AUDIO_ENDPOINT must be an address with http:// or https://',
  ],
  [
    'the default of a vendor without its key',
    { AUDIO_DIR: '/audio', SPEECH_PROVIDER: 'elevenlabs' },
    'SPEECH_PROVIDER names a vendor whose key is not set',
  ],
  [
    'a provider that there is not',
    { AUDIO_DIR: '/audio', SPEECH_PROVIDER: 'x' },
    'SPEECH_PROVIDER must be one of local, elevenlabs, openai',
  ],
  [
    'a voice of a vendor without its key',
    { AUDIO_DIR: '/audio', ELEVENLABS_VOICE_ID: 'x' },
    'ELEVENLABS_VOICE_ID is set without the key of its vendor',
  ],
  [
    'room for no call',
    { AUDIO_DIR: '/audio', ELEVENLABS_API_KEY: 'k', ELEVENLABS_MAX_CONCURRENT: '0' },
    'ELEVENLABS_MAX_CONCURRENT must be at least 1',
  ],
])('refused, with the names of the variables: %s', (_name, more, fault) => {
  expect(() => read(more)).toThrow(new ConfigError(`The environment does not fit: ${fault}`))
})
