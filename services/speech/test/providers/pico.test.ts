import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { record } from '../../src/domain/recording.ts'
import { openPico } from '../../src/providers/pico.ts'
import { latin1Form } from '../../src/text/latin-1-form.ts'
import { expectSameSamples } from '../support/kept-seed.ts'
import { patience, picoDir, prose, usual } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { spoken } from '../support/spoken.ts'
import { variedTexts } from '../support/varied-texts.ts'

providerSuite('Pico', { open: async () => openPico({ dir: await picoDir() }), longText: prose(100_000) })

const pico = await closedAfterAll(openPico({ dir: await picoDir() }))
const voices = await pico.voices()

test('it has a quick voice of each of five languages, and of both kinds of English', () => {
  expect(voices.map(({ id, name, language, description }) => [id, name, language, description])).toEqual([
    ['lucy', 'Lucy', 'en-US', 'English (US), on this machine'],
    ['kate', 'Kate', 'en-GB', 'English (UK), on this machine'],
    ['greta', 'Greta', 'de-DE', 'German (Germany), on this machine'],
    ['zita', 'Zita', 'es-ES', 'Spanish (Spain), on this machine'],
    ['nina', 'Nina', 'fr-FR', 'French (France), on this machine'],
    ['carla', 'Carla', 'it-IT', 'Italian (Italy), on this machine'],
  ])
  expect(voices[0]).toMatchObject({ sex: 'female', speedClass: 'quick', settings: [], provider: 'pico', aliases: [] })
})

test('it speaks a text the same each time', () => expectSameSamples(pico, 'lucy'))

test('numbers, abbreviations, short words and other scripts pass the check of completeness', async () => {
  const texts = ['a'.repeat(160), 'Aaaa'.repeat(30), 'hahaha'.repeat(30), prose(300), ...variedTexts]
  const refused: string[] = []
  const check = async (text: string, index: number) => {
    const voiceId = voices[index % voices.length]?.id ?? ''
    const speak = (part: string) => pico.speak({ text: part, voiceId, settings: usual }, patience())
    await record(speak, { text, onDone: () => {} }).catch((error: Error) =>
      refused.push(`${voiceId} ${text}: ${error.message}`),
    )
  }
  await Promise.all(texts.map(check))
  expect(refused).toEqual([])
})

const sentence = 'Öffnen Sie bitte die Tür, es zieht hier schrecklich!'

test('peaks are whole, and no half second of silence ends a piece', async () => {
  const { samples, sampleRate } = await spoken(pico, sentence, { voiceId: 'greta' })
  const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0)
  expect(peak).toBeGreaterThan(0.2)
  expect(peak).toBeLessThan(0.99)
  const lastSound = samples.findLastIndex((sample) => Math.abs(sample) > peak / 50)
  expect((samples.length - lastSound) / sampleRate).toBeLessThan(0.3)
})

test('a tag of its own in a text is no tag, and a speed is over with its text', async () => {
  const lengthOf = async (text: string, speed?: number) => {
    const settings = { ...usual, ...(speed && { speed }) }
    return (await spoken(pico, text, { voiceId: 'greta', settings })).durationMs
  }
  const usualMs = await lengthOf(sentence)
  await lengthOf(sentence, 2)
  await lengthOf('3 < 4 und <speed level="300"> und 5 > 4')
  expect(Math.abs((await lengthOf(sentence)) / usualMs - 1)).toBeLessThan(0.03)
})

test.each([
  ['Łódź und Dvořák', 'Lódz und Dvorák'],
  ['l’œuvre … größer – Ñandú', "l'oeuvre ... größer - Ñandú"],
  ['aaaaaaa', 'aaaa aaa'],
])('%j is %j for a voice of Western Europe', (text, form) => {
  expect(latin1Form(text)).toBe(form)
})

test('a folder that is not whole is refused when it is opened', async () => {
  await expect(openPico({ dir: import.meta.dirname })).rejects.toThrow('en-US_ta.bin')
})
