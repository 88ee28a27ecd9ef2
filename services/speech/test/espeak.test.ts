import { afterAll, expect, test } from 'vitest'
import { completenessOf } from '../src/domain/completeness.ts'
import { openEspeak } from '../src/providers/espeak.ts'
import { longestBlock, spoken } from './support/spoken.ts'

const voice = openEspeak()
afterAll(() => voice.close())

test('it answers to the same names as the local voice, and to its own', async () => {
  const ids = (await voice.voices()).map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['default', 'espeak', 'alloy', 'verse']))
  await expect(spoken(voice, 'Hello.', { voiceId: 'joe' })).rejects.toMatchObject({ code: 'invalid_voice' })
  await expect(spoken(voice, '😀')).rejects.toMatchObject({ code: 'nothing_to_speak' })
})

test.each(['Hello.', 'a', '-v de and other options', 'Umlauts äöü, "quotes" & <b>tags</b>.', 'One. Two! Three?'])(
  '%s is spoken whole, in quiet at its end, without holding up this thread',
  async (text) => {
    const blocked = await longestBlock(async () => {
      const { samples, durationMs } = await spoken(voice, text)
      expect(completenessOf({ text, durationMs, samples })).toEqual({ ok: true })
    })
    expect(blocked).toBeLessThan(150)
  },
)

test('an abort is answered at once, and the voice speaks on', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new Error('cancelled')), 20)
  await expect(spoken(voice, 'word '.repeat(2000), { signal: controller.signal })).rejects.toThrow('cancelled')
  expect((await spoken(voice, 'And on.')).durationMs).toBeGreaterThan(300)
})
