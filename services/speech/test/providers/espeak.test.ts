import { afterAll, expect, test } from 'vitest'
import { completenessOf } from '../../src/domain/completeness.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { longestBlock, spoken } from '../support/spoken.ts'

const voice = openEspeak()
afterAll(() => voice.close())

test('its variants stand in for the four voices of a machine, and no other id speaks', async () => {
  const voices = await voice.voices()
  expect(voices.map(({ id, aliases }) => [id, ...aliases])).toEqual([
    ['espeak-m3', 'joe'],
    ['espeak-f3', 'slt'],
    ['espeak-m7', 'rms'],
    ['espeak-scots', 'awb'],
  ])
  await expect(spoken(voice, 'Hello.', { voiceId: 'nobody' })).rejects.toMatchObject({ code: 'invalid_voice' })
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

test('marks of a markup are words of the text', async () => {
  const plain = await spoken(voice, 'a b c')
  const marked = await spoken(voice, 'a < b & c')
  expect(marked.durationMs).toBeGreaterThan(plain.durationMs * 1.3)
  const hidden = await spoken(voice, '<voice name="de">one two three</voice>')
  expect(hidden.durationMs).toBeGreaterThan((await spoken(voice, 'voice name de one two three voice')).durationMs * 0.9)
})
