import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, onTestFinished, test } from 'vitest'
import { completenessOf } from '../../src/domain/completeness.ts'
import type { SpeechProvider } from '../../src/domain/voice.ts'
import { openPiper } from '../../src/providers/piper.ts'
import { localVoiceDir, patience, prose, usual } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { longestBlock, spoken } from '../support/spoken.ts'
import { expectToldWords } from '../support/told-words.ts'

providerSuite('Piper', { open: async () => openPiper({ dir: await localVoiceDir(), slots: 1 }) })

const voice = await closedAfterAll(openPiper({ dir: await localVoiceDir(), slots: 2 }))
await voice.ready()

test('it is joe, and no other', async () => {
  expect(await voice.voices()).toEqual([
    {
      id: 'joe',
      name: 'Joe',
      description: 'English (US), on this machine',
      language: 'en-US',
      languages: ['en-US'],
      sex: 'male',
      speedClass: 'quick',
      settings: ['stability', 'style'],
      phonemes: true,
      provider: 'piper',
      model: expect.stringMatching(/^joe-[0-9a-f]{12}$/),
      aliases: [],
    },
  ])
})

test.each([
  'Hello.',
  'He said "stop."',
  'No end',
  'Really?!',
  'Dr. Smith met Mrs. Jones, e.g. in St. Louis (again).',
  'Nur ein kurzer Satz mit Umlauten: äöü.',
])('%s is spoken whole and ends in quiet', async (text) => {
  const { durationMs, samples } = await spoken(voice, text, { seed: 7 })
  expect(completenessOf({ text, durationMs, samples })).toEqual({ ok: true })
})

test('it tells when each of its words is heard', () => expectToldWords(voice, 'joe'))

test('a seed gives the same samples, in another process too; another seed, another text or none gives others', async () => {
  const text = 'The boat came in. Nobody said a word.'
  const take = async (seed?: number, from: SpeechProvider = voice) =>
    (await spoken(from, text, seed === undefined ? {} : { seed })).samples
  const first = await take(7)
  expect(await take(7)).toEqual(first)
  const other = await openPiper({ dir: await localVoiceDir(), slots: 1 })
  onTestFinished(() => other.close())
  expect(await take(7, other)).toEqual(first)
  for (const samples of [await take(8), await take(), await take()]) expect(samples).not.toEqual(first)
  // The sound of a sentence does not depend on those before it.
  const alone = await spoken(voice, 'Nobody said a word.', { seed: 7 })
  expect(first.subarray(-alone.samples.length)).toEqual(alone.samples)
})

test('two texts last as long together as apart', async () => {
  const [one, two, both] = [
    await spoken(voice, 'The boat came in.', { seed: 7 }),
    await spoken(voice, 'Nobody said a word.', { seed: 7 }),
    await spoken(voice, 'The boat came in. Nobody said a word.', { seed: 7 }),
  ]
  expect(both.durationMs).toBeGreaterThan((one.durationMs + two.durationMs) * 0.85)
})

test('the first chunk of 10,000 characters comes soon', async () => {
  const startedMs = performance.now()
  for await (const _ of voice.speak({ text: prose(10_000), voiceId: 'joe', settings: usual }, patience())) break
  expect(performance.now() - startedMs).toBeLessThan(4_000)
})

test('an abort in the middle of a sentence does not wait for its end', async () => {
  const controller = new AbortController()
  const speaking = spoken(voice, prose(600), { signal: controller.signal })
  const startedMs = performance.now()
  setTimeout(() => controller.abort(new Error('cancelled')), 100)
  await expect(speaking).rejects.toThrow('cancelled')
  expect(performance.now() - startedMs).toBeLessThan(400)
})

test('this thread answers while four texts are spoken', async () => {
  const texts = ['one', 'two', 'three', 'four'].map(
    (word) => `This is the text of number ${word}, and it is spoken to its end.`,
  )
  const blocked = await longestBlock(async () => {
    const clips = await Promise.all(texts.map((text) => spoken(voice, text)))
    for (const { durationMs } of clips) expect(durationMs).toBeGreaterThan(2000)
  })
  expect(blocked).toBeLessThan(150)
})

test('settings change how it is spoken, and every corner of them speaks', async () => {
  const text = 'Every voice has its own way to say this.'
  const calm = await spoken(voice, text, { settings: { ...usual, stability: 1, style: 0 }, seed: 7 })
  const lively = await spoken(voice, text, { settings: { ...usual, stability: 0, style: 1 }, seed: 7 })
  expect(Math.min(calm.durationMs, lively.durationMs)).toBeGreaterThan(1200)
  expect(lively.samples).not.toEqual(calm.samples)
})

test('a folder that is not whole is refused before the engine sees it', async () => {
  await expect(openPiper({ dir: import.meta.dirname })).rejects.toThrow('voice.json')
})
