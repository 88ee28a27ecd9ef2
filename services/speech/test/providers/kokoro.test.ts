import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { completenessOf } from '../../src/domain/completeness.ts'
import { openKokoro } from '../../src/providers/kokoro.ts'
import { kokoroDir } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { spoken } from '../support/spoken.ts'
import { expectToldWords } from '../support/told-words.ts'
import { voiceFigures } from '../support/voice-figures.ts'

const dir = await kokoroDir()
/** Threads wait for each other where another file has a core, which costs half of their time: this has one. */
const open = () => openKokoro({ dir, cores: 1 })
const kokoro = await closedAfterAll(open())
const voices = await kokoro.voices()
const text = 'Good morning.'
const heart = await spoken(kokoro, text, { voiceId: 'af_heart' })

// Short sentences: the run of a sentence cannot be broken off, and takes as long as its sound.
providerSuite('Kokoro', {
  open,
  opened: kokoro,
  longText: 'And on we go. '.repeat(300),
  pacedText: text,
})

test('it has 41 voices of seven languages, women and men, the best of each language first', () => {
  const byLanguage = Map.groupBy(voices, ({ language }) => language)
  expect(Object.fromEntries([...byLanguage].map(([language, all]) => [language, [all.length, all[0]?.id]]))).toEqual({
    'en-US': [20, 'af_heart'],
    'en-GB': [8, 'bf_emma'],
    'es-ES': [3, 'ef_dora'],
    'fr-FR': [1, 'ff_siwis'],
    'hi-IN': [4, 'hf_alpha'],
    'it-IT': [2, 'if_sara'],
    'pt-BR': [3, 'pf_dora'],
  })
  expect(voices[0]).toEqual({
    id: 'af_heart',
    name: 'Heart',
    description: 'English (US), natural, on this machine',
    language: 'en-US',
    languages: ['en-US'],
    sex: 'female',
    speedClass: 'natural',
    settings: [],
    phonemes: true,
    provider: 'kokoro',
    model: 'kokoro-82M-v1.0',
    aliases: [],
  })
  expect(new Set(voices.map(({ sex }) => sex))).toEqual(new Set(['female', 'male']))
})

test.each([
  ['bm_george', 'Really?! "Stop" (twice).'],
  ['ef_dora', '¿Dónde está?'],
  ['ff_siwis', 'Le port est calme.'],
  ['hf_alpha', 'बंदरगाह शांत था।'],
  ['if_sara', 'La città è piccola.'],
  ['pf_dora', 'Não é longe daqui.'],
])('%s speaks %j whole', async (voiceId, text) => {
  const { durationMs, samples } = await spoken(kokoro, text, { voiceId })
  expect(completenessOf({ text, durationMs, samples })).toEqual({ ok: true })
})

test('it speaks a text the same each time, with a seed and without one', async () => {
  const again = await spoken(kokoro, text, { voiceId: 'af_heart', seed: 7 })
  expect(again.samples.length).toBeGreaterThan(10_000)
  expect(again.samples).toEqual(heart.samples)
})

test('it tells when each of its words is heard', () => expectToldWords(kokoro, 'af_heart'))

test('a blend of two voices speaks the text whole, and as neither of them', async () => {
  const blend = ['af_heart', 'am_michael'].map((voiceId) => ({ voiceId, weight: 1 }))
  const michael = await spoken(kokoro, text, { voiceId: 'am_michael' })
  const blended = await spoken(kokoro, text, { voiceId: 'af_heart', blend })
  expect(completenessOf({ text, ...blended })).toEqual({ ok: true })
  const [high, between, low] = [heart, blended, michael].map((sound) => voiceFigures(sound).pitchHz)
  expect(between).toBeLessThan((high ?? 0) - 10)
  expect(between).toBeGreaterThan((low ?? 0) + 10)
})

test('its time for a second of speech is measured', async () => {
  expect(await kokoro.realTimeFactor()).toBeGreaterThan(0.01)
})

test('a folder that is not whole is refused before the engine sees it', async () => {
  await expect(openKokoro({ dir: import.meta.dirname })).rejects.toThrow('model.onnx')
})
