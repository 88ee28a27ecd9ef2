import { isOutside } from '@utter/contracts/voice-vendors'
import { expect, test } from 'vitest'
import { settingLines } from '../../src/domain/setting-lines.ts'
import { defaultProvider, vendorsOf } from '../../src/domain/speech-vendors.ts'

const models = { ELEVENLABS_MODEL: 'eleven', OPENAI_SPEECH_MODEL: 'tts' }
const eleven = { ELEVENLABS_API_KEY: 'xi-0123456789abcd' }
const openai = { OPENAI_SPEECH_API_KEY: 'sk-0123456789wxyz' }
const server = { OPENAI_SPEECH_BASE_URL: 'http://tts:8000/v1' }

test.each([
  ['nothing', {}, 'local', []],
  ['a key of ElevenLabs', eleven, 'elevenlabs', ['elevenlabs']],
  ['a key of OpenAI', openai, 'openai', ['openai']],
  ['the address of a server', server, 'openai', ['openai']],
  ['both', { ...eleven, ...openai }, 'elevenlabs', ['elevenlabs', 'openai']],
  [
    'both, and the second chosen',
    { ...eleven, ...openai, SPEECH_PROVIDER: 'openai' as const },
    'openai',
    ['openai', 'elevenlabs'],
  ],
  [
    'both, and this machine chosen',
    { ...eleven, ...server, SPEECH_PROVIDER: 'local' as const },
    'local',
    ['elevenlabs', 'openai'],
  ],
])('with %s the default voice is of %s', (_, env, chosen, names) => {
  expect(defaultProvider(env)).toBe(chosen)
  expect(vendorsOf({ ...models, ...env }).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['elevenlabs', true],
  ['openai', true],
  ['piper', false],
])('a voice of %s is spoken outside: %s', (provider, outside) => {
  expect(isOutside({ provider })).toBe(outside)
})

const voices = ['elevenlabs', 'piper', 'flite', 'flite'].map((provider) => ({ provider, model: `${provider}-1` }))
const linesOf = (env: object, refused: string[] = [], speeds = {}) =>
  settingLines({ ...models, TRANSCRIBE_MODEL: 'whisper-1', ...env, AUDIO_SIGNING_KEY: ['a'.repeat(32)] }, voices, {
    refused: new Set(refused),
    speeds,
  })

test.each([
  ['none', {}, [], 'piper, flite', 'Not set (local model)'],
  ['one', eleven, [], 'eleven, piper, flite', '••••••••abcd'],
  ['one that refuses its key', eleven, ['elevenlabs'], 'eleven, piper, flite', '••••••••abcd (refused)'],
  ['a server without a key', server, ['elevenlabs'], 'tts, piper, flite', 'Not set'],
  ['two', { ...eleven, ...openai, SPEECH_PROVIDER: 'openai' }, [], 'tts, eleven, piper, flite', '••••••••wxyz'],
  ['one beside this machine', { ...eleven, SPEECH_PROVIDER: 'local' }, [], 'piper, flite, eleven', '••••••••abcd'],
])('the settings show the models and the key with %s', (_, env, refused, speechModel, speechProviderKey) => {
  expect(linesOf(env, refused)).toEqual({ speechModel, speechProviderKey, sharedSecret: '••••••••aaaa' })
})

test('they show how long a model of this machine takes for a second of speech, where it was measured', () => {
  expect(linesOf({}, [], { 'piper-1': 0.523 }).speechModel).toBe('piper (0.52 s per second), flite')
})

test('they show what hears the vendors’ voices, where something does', () => {
  const env = { ...eleven, TRANSCRIBE_BASE_URL: 'http://whisper:8000/v1', TRANSCRIBE_MODEL: 'small' }
  expect(linesOf(env).speechModel).toBe('eleven, piper, flite; heard by small')
})
