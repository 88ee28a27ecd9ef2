import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFakeElevenLabs } from '@utter/testing/faults/fake-elevenlabs'
import { invalid, problem } from '@utter/testing/problems'
import { beforeEach, expect, test } from 'vitest'
import { openElevenLabs } from '../../../src/providers/elevenlabs.ts'
import { withVendors } from '../../../src/providers/with-vendors.ts'
import { patience, usual } from '../../support/local-voice.ts'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())
let owner: ReturnType<typeof newIdentity>
let clones = 0

/** A voice of the vendor's account that no account of ours has. */
function aClone(): string {
  const voice_id = `clone${++clones}`
  own.vendor.voices.push({ voice_id, name: 'A clone', category: 'cloned' })
  return voice_id
}
beforeEach(() => {
  owner = newIdentity()
})

const speak = async (voiceId: string, userId: string) => {
  for await (const { text } of own.speech.speak({ text: 'Hello.', voiceId, userId, settings: usual }, patience()))
    return text
  return undefined
}

test('an added voice is shown to its account, and speaks for it alone', async () => {
  const voiceId = aClone()
  await expect(speak(voiceId, owner.userId)).rejects.toMatchObject({ code: 'invalid_voice' })
  const added = { id: voiceId, name: 'My voice', provider: 'elevenlabs', addedAt: expect.any(String) }
  expect(await own.add(owner, ` ${voiceId} `, { name: ' My voice ' })).toEqual({ status: 201, body: added })
  expect(await own.list(owner)).toEqual([added])
  expect(await speak(voiceId, owner.userId)).toBe('Hello.')
  await expect(speak(voiceId, newIdentity().userId)).rejects.toMatchObject({
    kind: 'permanent',
    code: 'invalid_voice',
    message: 'Invalid voice ID',
  })
})

test('the vendor is asked for it once, and nothing is spoken', async () => {
  const voiceId = aClone()
  await own.add(owner, voiceId)
  await own.add(owner, voiceId)
  const asked = own.vendor.requests.filter(({ path }) => path.endsWith(`/${voiceId}`))
  expect(asked.map(({ method, path }) => [method, path])).toEqual([['GET', `/v1/voices/${voiceId}`]])
})

test('adding it again changes its name alone', async () => {
  const voiceId = aClone()
  await own.add(owner, voiceId)
  expect((await own.add(owner, voiceId, { name: 'Another' })).status).toBe(201)
  expect(await own.list(owner)).toMatchObject([{ id: voiceId, name: 'Another' }])
})

test('a voice of another account is answered as one that does not exist', async () => {
  const voiceId = aClone()
  await own.add(newIdentity(), voiceId)
  const unknown = invalid('voiceId', 'Invalid voice ID')
  for (const id of ['nobody', voiceId]) expect(await own.add(owner, id)).toMatchObject(unknown)
  expect(await own.list(owner)).toEqual([])
})

test('a voice that is for everybody needs no adding', async () => {
  for (const voiceId of ['premadeRachel', 'default'])
    expect(await own.add(owner, voiceId)).toMatchObject(invalid('voiceId', 'This voice is for everybody already'))
})

test.each([
  ['voiceId', 'Voice ID is required', undefined],
  ['voiceId', 'Voice ID is required', ' '],
  ['voiceId', 'Voice ID must be a string', 7],
  ['voiceId', 'Voice ID must be at most 200 characters', 'x'.repeat(201)],
  ['voiceId', 'Invalid voice ID', '../v1/user'],
  ['name', 'Name is required', ''],
  ['name', 'Name must be at most 100 characters', 'x'.repeat(101)],
  ['consent', 'consent must be true: the speaker has to agree', undefined],
  ['consent', 'consent must be true: the speaker has to agree', false],
  ['consent', 'consent must be true: the speaker has to agree', 'true'],
])('with a wrong %s it is refused: %s', async (field, sentence, value) => {
  expect(await own.add(owner, aClone(), { [field]: value })).toMatchObject(invalid(field, sentence))
  expect(await own.list(owner)).toEqual([])
})

test('an account has at most 50, and another once it has removed one', async () => {
  for (let count = 0; count < 49; count++)
    await own.ownVoices.add({
      ...{ userId: owner.userId, voiceId: aClone(), provider: 'elevenlabs', name: 'One', addedAt: new Date() },
    })
  const last = aClone()
  expect((await own.add(owner, last)).status).toBe(201)
  const more = aClone()
  expect(await own.add(owner, more)).toMatchObject(
    problem(409, 'An account may have at most 50 voices of its own', 'too_many_voices'),
  )
  expect(await own.list(owner)).toHaveLength(50)
  await own.ask(owner, 'DELETE', `/${last}`)
  expect((await own.add(owner, more)).status).toBe(201)
})

test('of many that are added at once exactly 50 are', async () => {
  const ids = Array.from({ length: 60 }, aClone)
  const statuses = (await Promise.all(ids.map((id) => own.add(owner, id)))).map(({ status }) => status)
  expect([201, 409].map((status) => statuses.filter((one) => one === status).length)).toEqual([50, 10])
  expect(await own.list(owner)).toHaveLength(50)
})

test('a voice that two accounts add at once is of one of them', async () => {
  const voiceId = aClone()
  const answers = await Promise.all(Array.from({ length: 10 }, () => own.add(newIdentity(), voiceId)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('while the vendor is away it is a 503', async () => {
  const away = await openFakeElevenLabs()
  const speech = withVendors([openElevenLabs({ apiKey: 'key', baseURL: away.url })], {
    chosen: 'elevenlabs',
    own: own.ownVoices,
  })
  await away.close()
  await using other = await openSpeech({ speech, ownVoices: own.ownVoices })
  const body = { voiceId: 'x', name: 'x', consent: true }
  const { status, json, headers } = await other.ask('/api/voices/mine', signed(callers.account(owner)), 'POST', body)
  expect([status, json().code, headers['retry-after']]).toEqual([503, 'unavailable', '10'])
})
