import { standardPlans } from '@utter/contracts/plans'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { beforeEach, describe, expect, test } from 'vitest'
import { openElevenLabs } from '../../../src/providers/elevenlabs.ts'
import { withVendors } from '../../../src/providers/with-vendors.ts'
import { patience, usual } from '../../support/local-voice.ts'
import { openOwnVoiceRoutes } from '../../support/open-own-voices.ts'
import { callers, openSpeech, signed } from '../../support/open-speech.ts'

const own = await closedAfterAll(openOwnVoiceRoutes())
let owner: ReturnType<typeof newIdentity>
let clones = 0
const part = (voiceId: string, weight: unknown = 1) => ({ voiceId, weight })
const heartAndMichael = [
  { voiceId: 'af_heart', weight: 1 },
  { voiceId: 'am_michael', weight: 3 },
]

/** A voice of the vendor's account that no account of ours has. */
function aClone(): string {
  const voice_id = `clone${++clones}`
  own.vendor.voices.push({ voice_id, name: 'A clone', category: 'cloned' })
  return voice_id
}
beforeEach(() => {
  owner = newIdentity({ tier: 'pro' })
})

const speak = async (voiceId: string, userId: string) => {
  for await (const { text } of own.speech.speak({ text: 'Hello.', voiceId, userId, settings: usual }, patience()))
    return text
  return undefined
}

test('an added voice is shown to its account, and speaks for it alone', async () => {
  const voiceId = aClone()
  await expect(speak(voiceId, owner.userId)).rejects.toMatchObject({ code: 'invalid_voice' })
  const added = {
    ...{ id: voiceId, name: 'My voice', provider: 'elevenlabs', addedAt: expect.any(String), aliases: [] },
    ...{ description: 'by ElevenLabs', language: 'en', languages: ['en'], speedClass: 'quick' },
    settings: ['stability', 'similarityBoost', 'style', 'speakerBoost'],
    sampleUrl: `/api/voices/mine/${voiceId}/sample.mp3`,
  }
  expect(await own.add(owner, ` ${voiceId} `, { name: ' My voice ' })).toEqual({ status: 201, body: added })
  expect(await own.list(owner)).toEqual([added])
  expect(await speak(voiceId, owner.userId)).toBe('Hello.')
  await expect(speak(voiceId, newIdentity({ tier: 'pro' }).userId)).rejects.toMatchObject({
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
  await own.add(newIdentity({ tier: 'pro' }), voiceId)
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

test.each([
  ['free', 403, 'Own voices are available on the creator plan and above', 'plan_required'],
  ['starter', 403, 'Own voices are available on the creator plan and above', 'plan_required'],
] as const)('on the %s plan it is refused', async (tier, status, sentence, code) => {
  const who = newIdentity({ tier })
  for (const answer of [await own.add(who, aClone()), await own.blend(who, heartAndMichael)])
    expect(answer).toMatchObject(problem(status, sentence, code))
})

test('on the creator plan an account has ten, and after a change of plan all that it had', async () => {
  const creator: typeof owner = { ...owner, tier: 'creator' }
  const fill = (count: number, who = creator) =>
    Promise.all(Array.from({ length: count }, () => own.add(who, aClone())))
  await fill(12)
  const full = problem(409, 'Maximum 10 own voices on the creator plan', 'too_many_voices')
  expect(await own.list(owner)).toHaveLength(10)
  await fill(5, owner)
  expect(await own.add(creator, aClone())).toMatchObject(full)
  expect(await own.list({ ...owner, tier: 'free' })).toHaveLength(15)
})

describe('a blend', () => {
  test('is the account’s own voice, shown with what it is made of, and speaks for it alone', async () => {
    const { status, body } = await own.blend(owner, heartAndMichael, ' Ours ')
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.stringMatching(/^blend-[0-9a-f]{32}$/), name: 'Ours', description: 'Michael 75 %, Heart 25 %' },
        ...{ language: 'en-US', languages: ['en-US'], speedClass: 'natural', settings: [], provider: 'kokoro' },
        ...{ aliases: [], sampleUrl: `/api/voices/mine/${body.id}/sample.mp3`, addedAt: expect.any(String) },
        blend: [
          { voiceId: 'am_michael', weight: 3 },
          { voiceId: 'af_heart', weight: 1 },
        ],
      },
    ])
    expect(await own.list(owner)).toEqual([body])
    expect(await speak(body.id, owner.userId)).toBe('Hello.')
    expect(own.natural.requests.at(-1)).toMatchObject({ voiceId: 'am_michael', blend: body.blend })
    await expect(speak(body.id, newIdentity().userId)).rejects.toMatchObject({ code: 'invalid_voice' })
  })

  test('again, in another order and with the same shares, is the same voice by its new name', async () => {
    const first = (await own.blend(owner, heartAndMichael)).body
    const again = await own.blend(
      owner,
      [...heartAndMichael].reverse().map((part) => ({ ...part, weight: part.weight * 2 })),
      'Two',
    )
    expect(again.body).toEqual({ ...first, name: 'Two' })
    expect(await own.list(owner)).toEqual([again.body])
    const other = newIdentity({ tier: 'creator' })
    expect((await own.blend(other, heartAndMichael)).body.id).not.toBe(first.id)
    expect(await own.add(other, first.id)).toMatchObject(invalid('voiceId', 'Invalid voice ID'))
  })

  test.each([
    ['blend', 'At least 1 voice is required', []],
    ['blend', 'Maximum 4 voices per blend', Array.from({ length: 5 }, (_, at) => part(`v${at}`))],
    ['blend', 'blend must be a list of voices', {}],
    ['blend.1.voiceId', 'Invalid voice ID', [part('af_heart'), part('nobody')]],
    ['blend.1.voiceId', 'Voice ID is required', [part('af_heart'), { weight: 1 }]],
    ['blend.0.voiceId', 'Only natural voices of this machine can be blended', [part('joe')]],
    ['blend.1.voiceId', 'This voice is in the blend already', [part('af_nova'), part('nova')]],
    [
      'blend.2.voiceId',
      'This voice speaks Spanish, and the first English: a blend has one language',
      [part('af_heart'), part('bf_emma'), part('ef_dora')],
    ],
    ['blend.0.weight', 'weight must be above 0 and at most 100', [part('af_heart', 0)]],
    ['blend.1.weight', 'weight must be above 0 and at most 100', [part('af_heart'), part('bf_emma', 100.5)]],
    ['blend.0.weight', 'weight must be above 0 and at most 100', [part('af_heart', '1')]],
  ])('with a fault of %s is refused: %s', async (field, sentence, blend) => {
    const heard = await own.ask(owner, 'POST', '/sample', { blend })
    for (const answer of [await own.blend(owner, blend), heard])
      expect(answer).toMatchObject({ status: 400, body: { error: sentence, details: [{ field, message: sentence }] } })
    expect(await own.list(owner)).toEqual([])
  })

  test('with a name that is none, or beside an id of a vendor, is refused', async () => {
    expect(await own.blend(owner, heartAndMichael, ' ')).toMatchObject(invalid('name', 'Name is required'))
    expect(await own.add(owner, aClone(), { blend: heartAndMichael })).toMatchObject(
      invalid('blend', 'Send a blend or a voice ID, not both'),
    )
  })
})

test('an account has at most 50, and another once it has removed one', async () => {
  for (let count = 0; count < 49; count++)
    await own.ownVoices.add(
      { userId: owner.userId, voiceId: aClone(), provider: 'elevenlabs', name: 'One', addedAt: new Date() },
      50,
    )
  const last = aClone()
  expect((await own.add(owner, last)).status).toBe(201)
  const more = aClone()
  expect(await own.add(owner, more)).toMatchObject(
    problem(409, 'Maximum 50 own voices on the pro plan', 'too_many_voices'),
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
  const answers = await Promise.all(Array.from({ length: 10 }, () => own.add(newIdentity({ tier: 'pro' }), voiceId)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

test('while the vendor is away it is a 503', async () => {
  const away = await openFakeElevenLabs()
  const speech = withVendors([openElevenLabs({ apiKey: 'key', baseURL: away.url })], {
    chosen: 'elevenlabs',
    own: own.ownVoices,
  })
  await away.close()
  await using other = await openSpeech({ speech, ownVoices: own.ownVoices, plans: standardPlans })
  const body = { voiceId: 'x', name: 'x', consent: true }
  const { status, json, headers } = await other.ask('/api/voices/mine', signed(callers.account(owner)), 'POST', body)
  expect([status, json().code, headers['retry-after']]).toEqual([503, 'unavailable', '10'])
})
