import { createLog, type Log } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { elevenLabsFault, openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { json, openFakeSpeechVendor } from '@utter/testing/vendors/fake-speech-vendor'
import { expect, test } from 'vitest'
import { openAllVoices } from '../../src/providers/all-voices.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { createVendorChecks } from '../../src/providers/outside/vendor-checks.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { patience } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { spoken } from '../support/spoken.ts'

const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const openVendors = () => [
  openElevenLabs({ apiKey: 'key', baseURL: eleven.url }),
  openOpenAiSpeech({ baseURL: openai.baseURL }),
]
/** Ada is the voice of one account. */
const own = {
  find: async (userId: string, voiceId: string) =>
    `${userId} ${voiceId}` === 'ada clonedAda'
      ? { userId, voiceId, provider: 'elevenlabs', name: 'Ada', addedAt: new Date(0) }
      : undefined,
}
const open = async () =>
  withVendors([...openVendors(), await openAllVoices([openEspeak()])], { chosen: 'elevenlabs', own })

providerSuite('All voices', { open })

const all = await closedAfterAll(open())

test.each([
  ['default', 'elevenlabs', 'premadeRachel'],
  ['premadeAdam', 'elevenlabs', 'premadeAdam'],
  ['alloy', 'openai', 'alloy'],
  ['joe', 'espeak', 'espeak-m3'],
])('the voice %s is one of %s', async (voiceId, provider, id) => {
  expect(await all.find?.(voiceId, { userId: 'bob', ...patience() })).toMatchObject({ provider, id })
})

test('an account’s own voice speaks for it, and is unknown to every other and to nobody', async () => {
  const speak = async (userId?: string) => {
    for await (const chunk of all.speak(
      {
        text: 'Hello.',
        voiceId: 'clonedAda',
        settings: { stability: 0, similarityBoost: 0, style: 0, speakerBoost: true },
        ...(userId && { userId }),
      },
      patience(),
    ))
      return chunk.text
    return undefined
  }
  expect(await speak('ada')).toBe('Hello.')
  for (const userId of ['bob', undefined]) await expect(speak(userId)).rejects.toMatchObject({ code: 'invalid_voice' })
  expect((await all.voices()).map(({ id }) => id)).not.toContain('clonedAda')
  const find = (userId?: string) => all.find?.('clonedAda', { ...(userId && { userId }), ...patience() })
  expect([await find('bob'), (await find('ada'))?.id, (await find())?.id]).toEqual([
    undefined,
    'clonedAda',
    'clonedAda',
  ])
})

test('a vendor whose list is unknown leaves the other voices as they are, and its default is not spoken by another', async () => {
  await using away = await openFakeSpeechVendor({ 'GET ': json(500, 'no') }, 'POST ')
  const voices = withVendors(
    [openElevenLabs({ apiKey: 'key', baseURL: away.url }), await openAllVoices([openEspeak()])],
    { chosen: 'elevenlabs', own },
  )
  expect(await voices.voices()).toHaveLength(4)
  expect((await spoken(voices, 'Hello.', { voiceId: 'joe' })).durationMs).toBeGreaterThan(100)
  for (const voiceId of ['default', 'premadeRachel'])
    await expect(spoken(voices, 'Hello.', { voiceId })).rejects.toMatchObject({
      kind: 'transient',
      code: 'speech_unavailable',
      isOutage: false,
    })
  await voices.close()
})

test('a vendor that is switched off has no voice in the list, and default is one of the next; its own are known all the same', async () => {
  const off = new Set(['elevenlabs'])
  const voices = withVendors([...openVendors(), await openAllVoices([openEspeak()])], {
    ...{ chosen: 'elevenlabs', own },
    isOff: (name) => off.has(name),
  })
  const find = (voiceId: string) => voices.find?.(voiceId, { userId: 'ada', ...patience() })
  expect(new Set((await voices.voices()).map(({ provider }) => provider))).toEqual(new Set(['openai', 'espeak']))
  expect([(await find('default'))?.provider, (await find('premadeRachel'))?.provider]).toEqual(['openai', 'elevenlabs'])
  off.add('openai')
  expect((await find('default'))?.provider).toBe('espeak')
  off.clear()
  expect((await find('default'))?.provider).toBe('elevenlabs')
  await voices.close()
})

test('a key that is refused is said once, with its variable and without the key', async () => {
  await using refusing = await openFakeSpeechVendor({ 'GET ': elevenLabsFault(401, 'invalid_api_key') }, 'POST ')
  const vendor = openElevenLabs({ apiKey: 'a secret key', baseURL: refusing.url })
  const lines: [object, string][] = []
  const log = {
    ...createLog('test', 'silent'),
    error: (...line: [object, string]) => void lines.push(line),
  } as unknown as Log
  const checks = createVendorChecks(
    [vendor, openOpenAiSpeech({ baseURL: openai.baseURL })],
    { elevenlabs: 'ELEVENLABS_API_KEY' },
    log,
  )
  for (const _ of [1, 2]) await checks.check()
  expect(lines).toMatchObject([
    [{ provider: 'elevenlabs', variable: 'ELEVENLABS_API_KEY' }, expect.stringMatching(/refuses its key/)],
  ])
  expect(JSON.stringify(lines)).not.toContain('a secret key')
})

test('with a refused key the default fails by it, and any other id is unknown', async () => {
  await using refusing = await openFakeSpeechVendor({ 'GET ': elevenLabsFault(401, 'invalid_api_key') }, 'POST ')
  const voices = withVendors([openElevenLabs({ apiKey: 'wrong', baseURL: refusing.url })], {
    chosen: 'elevenlabs',
    own,
  })
  const checks = createVendorChecks(
    [openElevenLabs({ apiKey: 'wrong', baseURL: refusing.url })],
    {},
    createLog('test', 'silent'),
  )
  await checks.check()
  expect([...checks.refused()]).toEqual(['elevenlabs'])
  await expect(spoken(voices, 'Hello.', { voiceId: 'default' })).rejects.toMatchObject({
    code: 'speech_not_configured',
  })
  await expect(spoken(voices, 'Hello.', { voiceId: 'nobody' })).rejects.toMatchObject({ code: 'invalid_voice' })
})
