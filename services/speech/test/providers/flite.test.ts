import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { record } from '../../src/domain/recording.ts'
import { openFlite } from '../../src/providers/flite.ts'
import { expectSameSamples } from '../support/kept-seed.ts'
import { fliteDir, patience, prose, usual } from '../support/local-voice.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { longestBlock, spoken } from '../support/spoken.ts'
import { variedTexts } from '../support/varied-texts.ts'
import { voiceFigures } from '../support/voice-figures.ts'

providerSuite('flite', { open: async () => openFlite({ dir: await fliteDir(), slots: 1 }) })

const ids = ['slt', 'rms', 'awb'] as const
const sentence = 'Good morning. This is how I sound when I read your words aloud, clearly and without any hurry.'

const voice = await closedAfterAll(openFlite({ dir: await fliteDir(), slots: 1 }))

test('it has three voices', async () => {
  expect((await voice.voices()).map(({ id, name, description }) => [id, name, description])).toEqual([
    ['slt', 'Sally', 'English (US), on this machine'],
    ['rms', 'Ramsey', 'English (US), on this machine'],
    ['awb', 'Alban', 'English (UK), on this machine'],
  ])
})

test('it speaks a text the same each time', () => expectSameSamples(voice, 'slt'))

test('numbers, abbreviations, short words and other scripts pass the check of completeness', async () => {
  const texts = [...variedTexts, 'a'.repeat(160), 'Aaaa'.repeat(30), 'hahaha'.repeat(30), prose(300)]
  expect(texts.length).toBeGreaterThan(60)
  const refused: string[] = []
  const check = async (text: string, index: number) => {
    const voiceId = ids[index % ids.length] ?? 'slt'
    const speak = (part: string) => voice.speak({ text: part, voiceId, settings: usual }, patience(110_000))
    await record(speak, { text, onDone: () => {} }).catch((error: Error) =>
      refused.push(`${voiceId} ${text}: ${error.message}`),
    )
  }
  await Promise.all(texts.map(check))
  expect(refused).toEqual([])
})

test.each([
  ['Greek', 'Καλημέρα κόσμε, τι κάνεις σήμερα;'],
  ['Chinese', '你好，世界。今天天气怎么样？'],
  ['Arabic', 'صباح الخير، كيف حالك اليوم؟'],
])('%s, which flite itself leaves out, is spoken in Latin letters', async (_, text) => {
  expect((await spoken(voice, text, { voiceId: 'slt' })).durationMs).toBeGreaterThan(1_500)
})

test('a text is never an option, and nothing is left behind', async () => {
  await using folder = await openFolder()
  const dir = folder.path
  vi.stubEnv('TMPDIR', dir)
  onTestFinished(() => void vi.unstubAllEnvs())
  const path = join(dir, 'planted')
  for (const text of [`-o ${path} -voicedump ${path}`, `-f /etc/passwd`, '-', '--version', `$(touch ${path})`])
    await spoken(voice, `${text} x`, { voiceId: 'slt' })
  expect(await readdir(dir)).toEqual([])
})

test('4,000 characters keep this thread free', async () => {
  const controller = new AbortController()
  const blocked = await longestBlock(async () => {
    const speaking = spoken(voice, prose(4_000), { voiceId: 'awb', signal: controller.signal })
    setTimeout(() => controller.abort(new Error('cancelled')), 400)
    await expect(speaking).rejects.toThrow('cancelled')
  })
  expect(blocked).toBeLessThan(250)
})

test.each(ids)('a sentence of six seconds is whole in %s', async (voiceId) => {
  expect((await spoken(voice, sentence, { voiceId })).durationMs).toBeGreaterThan(5_500)
})

test.each(['slt', 'awb'])('stability narrows the pitch of %s, and style widens it', async (voiceId) => {
  const deviation = async (given: Partial<typeof usual>) =>
    voiceFigures(await spoken(voice, sentence, { voiceId, settings: { ...usual, ...given } })).pitchDeviationHz
  const plain = await deviation({})
  expect(await deviation({ stability: 1 })).toBeLessThan(plain * 0.8)
  expect(await deviation({ style: 1 })).toBeGreaterThan(plain * 1.2)
})

test('style quickens rms, and stability leaves it as it is', async () => {
  const speak = (given: Partial<typeof usual>) =>
    spoken(voice, sentence, { voiceId: 'rms', settings: { ...usual, ...given } })
  const plain = await speak({})
  expect((await speak({ style: 1 })).durationMs).toBeLessThan(plain.durationMs * 0.95)
  expect((await speak({ stability: 1 })).samples).toEqual(plain.samples)
})

test('a folder without flite is refused when it is opened, and so is one without its voices', async () => {
  await expect(openFlite({ dir: import.meta.dirname })).rejects.toThrow('ENOENT')
  await using folder = await openFolder()
  await writeFile(join(folder.path, 'flite'), '#!/bin/sh\necho "Voices available: kal slt awb"\n', { mode: 0o755 })
  await expect(openFlite({ dir: folder.path })).rejects.toThrow('lacks the voice rms')
})
