import { randomUUID } from 'node:crypto'
import { TransientError } from '@utter/runtime/is-transient'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { isTimed, openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { openFakeOpenAiSpeech } from '@utter/testing/vendors/fake-openai-speech'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KeptPieces } from '../../src/domain/kept/kept-piece.ts'
import type { Hearing } from '../../src/domain/voice.ts'
import { openElevenLabs } from '../../src/providers/elevenlabs.ts'
import { openOpenAiSpeech } from '../../src/providers/openai-speech.ts'
import { withVendors } from '../../src/providers/with-vendors.ts'
import { countingVoices } from '../support/counting-voices.ts'
import { endOfStep } from '../support/end-of-step.ts'
import { prose } from '../support/local-voice.ts'
import { openKeeping, partsOf, speakKept } from '../support/open-keeping.ts'

const { pieces } = await openKeeping('speech-keeping-vendors')
const eleven = await closedAfterAll(openFakeElevenLabs())
const openai = await closedAfterAll(openFakeOpenAiSpeech())
const local = countingVoices()
const speech = withVendors(
  [
    { ...local.speech, name: 'local' },
    openElevenLabs({ apiKey: 'key', baseURL: eleven.url }),
    openOpenAiSpeech({ baseURL: openai.baseURL, voices: ['alloy'] }),
  ],
  { chosen: 'local', own: { find: async () => undefined } },
)

let userId: string
const workId = randomUUID()
beforeEach(() => {
  userId = randomUUID()
  for (const requests of [eleven.requests, openai.requests, local.said]) requests.splice(0)
})

const text = 'The patient must not take this before a meal.'
const speak = (asked: object = {}) =>
  speakKept(speech, pieces, { userId, workId, voiceId: 'premadeRachel', text, ...asked })

test.each([
  ['premadeRachel', eleven],
  ['alloy', openai],
])('the passages of a paragraph that is the same are not asked of the vendor of %s again', async (voiceId, vendor) => {
  const long = prose(1_500)
  const first = await speak({ voiceId, ...partsOf(['It was morning.', long, 'It was noon.']) })
  const asked = vendor.spoken().length
  expect(asked).toBeGreaterThan(3)
  vendor.requests.splice(0)
  const second = await speak({ voiceId, ...partsOf(['It was morning.', long, 'It was night.']) })
  expect(vendor.spoken()).toHaveLength(1)
  expect([second.newCharacters, second.spoken.recordings]).toEqual(['It was night.'.length, 1])
  expect(second.hashes.slice(0, -1)).toEqual(first.hashes.slice(0, -1))
})

test('its words are asked for by the first job already, and told by the later ones', async () => {
  const first = await speak()
  expect(eleven.spoken().map(isTimed)).toEqual([true])
  const again = await speak({ words: true })
  expect(eleven.spoken()).toHaveLength(1)
  expect(again.said[0]?.words).toHaveLength(9)
  expect(again.said).toEqual(first.said)
})

test('a section of a vendor’s voice and one of this machine has each taken by its own', async () => {
  const parts = [{ text: 'It was morning.\n' }, { pauseMs: 600 }, { text: 'It was morning.\n', voiceId: 'two' }]
  const first = await speak({ parts })
  expect([eleven.spoken().length, local.said]).toEqual([1, ['two: It was morning.']])
  expect((await speak({ parts })).hashes).toEqual(first.hashes)
  expect([eleven.spoken().length, local.said.length]).toEqual([1, 1])
})

describe('a job that asks for each word', () => {
  /** Hears these texts, one after the other; undefined: it does not answer. */
  function openHearing(...answers: (string | undefined)[]): Hearing & { clips: number } {
    const hearing = { model: 'h', clips: 0, hear: async () => answers[hearing.clips++] }
    return hearing
  }
  const check = (hearing: Hearing) => speak({ check: 'words', hearing })

  test('has a kept piece heard that was not, once, and not spoken again', async () => {
    await speak()
    const away = openHearing(undefined)
    expect([(await check(away)).checked, away.clips]).toEqual(['shape', 1])
    const hears = openHearing(text)
    expect([(await check(hears)).checked, hears.clips]).toEqual(['words', 1])
    const idle = openHearing()
    const last = await check(idle)
    expect([last.checked, idle.clips, last.newCharacters]).toEqual(['words', 0, 0])
    expect(eleven.spoken()).toHaveLength(1)
  })
  test('has one that was heard as it was spoken neither heard nor spoken again', async () => {
    const hears = openHearing(text)
    await check(hears)
    expect([(await check(hears)).checked, hears.clips, eleven.spoken().length]).toEqual(['words', 1, 1])
  })
  test('has one that lacks a word spoken and kept anew', async () => {
    await speak()
    const hears = openHearing(text.replace(' not', ''), text)
    const { newCharacters, spoken } = await check(hears)
    expect([newCharacters, spoken.recordings, eleven.spoken().length]).toEqual([0, 1, 2])
    expect([(await check(hears)).checked, hears.clips, eleven.spoken().length]).toEqual(['words', 2, 2])
  })
})

describe('the step of a job', () => {
  const step = (asked: object, store: KeptPieces = pieces) =>
    endOfStep(speech, { voiceId: 'one', text: 'It was morning. It was noon.', ...asked }, undefined, store)

  test('of a work reports how many characters are new, and of none nothing', async () => {
    expect(await step({ workId: randomUUID() })).toMatchObject({ type: 'audio-stored', recordings: 2 })
    // The account of all steps here is the same, and its work another.
    const { newCharacters, recordings } = await step({ workId: randomUUID(), jobId: randomUUID() })
    expect([newCharacters, recordings]).toEqual([0, 0])
    const none = await step({})
    expect(none).not.toHaveProperty('newCharacters')
    expect(none.recordings).toBe(2)
  })
  test.each([
    ['looks for pieces', { find: () => Promise.reject(new TransientError('the database is away')) }],
    ['reads a sound', { read: () => Promise.reject(new TransientError('the bucket is away')) }],
    ['keeps one', { keep: () => Promise.reject(new TransientError('the disk is full')) }],
  ])('is postponed, and does not fail, where the store is away as it %s', async (_, broken: Partial<KeptPieces>) => {
    const asked = { workId, text: 'It was evening, and nobody was there.' }
    if ('read' in broken) await step(asked)
    const end = await step(
      { ...asked, ...('keep' in broken && { text: `${randomUUID()} is new.` }) },
      { ...pieces, ...broken },
    )
    expect(end).toMatchObject({ type: 'step-postponed', code: 'storage' })
  })
})
