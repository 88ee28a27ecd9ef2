import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SpeechProvider, VoiceSettings } from '../../src/domain/voice.ts'
import { patience, prose, usual } from './local-voice.ts'
import { spoken } from './spoken.ts'

export type ProviderSuite = {
  open(): Promise<SpeechProvider>
  /** A provider that is open already, and closed by the file that opened it. */
  opened?: SpeechProvider
  /** A text that the provider speaks for some seconds at least, so that an abort finds it at work. */
  longText?: string
  /** A text that is long enough to compare the lengths of its takes. */
  pacedText?: string
}

/** The contract of `SpeechProvider`, which every vendor passes: declared in the test file of each. */
export function providerSuite(
  name: string,
  {
    open,
    opened,
    longText = prose(4_000),
    pacedText = 'The harbour was quiet when the first boats came in.',
  }: ProviderSuite,
): void {
  describe(`${name}, as every provider,`, () => {
    let provider: SpeechProvider
    let voiceId: string
    beforeAll(async () => {
      provider = opened ?? (await open())
      voiceId = (await provider.voices())[0]?.id ?? ''
    }, 180_000)
    afterAll(() => (opened ? undefined : provider.close()))

    test('has voices whose ids and aliases are its own, each with the model that speaks it', async () => {
      const voices = await provider.voices()
      const names = voices.flatMap(({ id, aliases }) => [id, ...aliases])
      expect(names.length).toBeGreaterThan(0)
      expect(new Set(names).size).toBe(names.length)
      for (const { name: title, description, language, model } of voices) {
        expect([title, description].every((text) => text.length > 0)).toBe(true)
        expect(language).toMatch(/^[a-z]{2}(-[A-Z]{2})?$/)
        expect(model).toMatch(/^[\w.-]+$/)
      }
    })

    test('refuses an unknown voice for good', async () => {
      await expect(spoken(provider, 'Yes.', { voiceId: 'nobody' })).rejects.toMatchObject({
        kind: 'permanent',
        code: 'invalid_voice',
        message: 'Invalid voice ID',
      })
    })

    test.each(['😀 👍🏽 ❤️', '... — !?', ' \n ', ''])('refuses a text without anything to speak, %j', async (text) => {
      await expect(spoken(provider, text, { voiceId })).rejects.toMatchObject({
        kind: 'permanent',
        code: 'nothing_to_speak',
        message: 'There is nothing to speak in this text',
      })
    })

    test('yields the chunks in the order of the text, with sound in each, and `done` grows to 1', async () => {
      const { chunks } = await spoken(provider, 'This is one. And two! And three?', { voiceId })
      expect(chunks.map(({ text }) => text).join(' ')).toMatch(/one.*two.*three/)
      const done = chunks.map((chunk) => chunk.done)
      expect(done).toEqual(done.toSorted((a, b) => a - b))
      expect(done[0]).toBeGreaterThan(0)
      expect(done.at(-1)).toBe(1)
      for (const { samples, sampleRate, pauseMs } of chunks) {
        expect(samples.some((sample) => sample !== 0)).toBe(true)
        expect(samples.every(Number.isFinite)).toBe(true)
        expect(sampleRate).toBeGreaterThanOrEqual(8_000)
        expect(pauseMs).toBeGreaterThanOrEqual(0)
      }
    })

    test('speaks at half and at twice its speed, itself or by the tempo that it leaves', async () => {
      const lengthMs = async (settings: VoiceSettings) => {
        const { durationMs, chunks } = await spoken(provider, pacedText, { voiceId, settings, seed: 7 })
        return durationMs / (chunks[0]?.tempo ?? 1)
      }
      const usualMs = await lengthMs(usual)
      for (const speed of [0.5, 2]) {
        const ratio = (await lengthMs({ ...usual, speed })) / usualMs
        expect(ratio * speed).toBeGreaterThan(0.8)
        expect(ratio * speed).toBeLessThan(1.25)
      }
    })

    test('speaks nothing when the signal has aborted before', async () => {
      const signal = AbortSignal.abort(new Error('cancelled'))
      await expect(spoken(provider, 'Too late.', { voiceId, signal })).rejects.toThrow('cancelled')
    })

    test('stops when its loop is left, answers an abort within a second by its reason, and speaks on for others', async () => {
      let chunks = 0
      for await (const _ of provider.speak({ text: longText, voiceId, settings: usual }, patience())) {
        chunks++
        break
      }
      expect(chunks).toBe(1)
      const controller = new AbortController()
      const speaking = spoken(provider, longText, { voiceId, signal: controller.signal })
      setTimeout(() => controller.abort(new Error('cancelled')), 100)
      const startedMs = performance.now()
      await expect(speaking).rejects.toThrow('cancelled')
      expect(performance.now() - startedMs).toBeLessThan(1_100)
      expect((await spoken(provider, 'And on.', { voiceId })).durationMs).toBeGreaterThan(300)
    })

    test('ends what it speaks as a transient fault when it is closed', async () => {
      const other = await open()
      const speaking = spoken(other, longText, { voiceId })
      setTimeout(() => void other.close(), 50)
      await expect(speaking).rejects.toMatchObject({ kind: 'transient' })
    })
  })
}
