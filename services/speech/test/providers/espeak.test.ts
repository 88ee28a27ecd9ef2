import { afterAll, expect, test } from 'vitest'
import { completenessOf } from '../../src/domain/completeness.ts'
import { openEspeak } from '../../src/providers/espeak.ts'
import { expectSameSamples } from '../support/kept-seed.ts'
import { providerSuite } from '../support/provider-suite.ts'
import { longestBlock, spoken } from '../support/spoken.ts'

providerSuite('eSpeak', { open: async () => openEspeak(), longText: 'word '.repeat(2_000) })

const voice = openEspeak()
afterAll(() => voice.close())

test('its variants stand in for the four voices of a machine', async () => {
  const voices = await voice.voices()
  expect(voices.map(({ id, aliases }) => [id, ...aliases])).toEqual([
    ['espeak-m3', 'joe'],
    ['espeak-f3', 'slt'],
    ['espeak-m7', 'rms'],
    ['espeak-scots', 'awb'],
  ])
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

test('it speaks a text the same each time', () => expectSameSamples(voice, 'espeak-m3'))

test('marks of a markup are words of the text', async () => {
  const plain = await spoken(voice, 'a b c')
  const marked = await spoken(voice, 'a < b & c')
  expect(marked.durationMs).toBeGreaterThan(plain.durationMs * 1.3)
  const hidden = await spoken(voice, '<voice name="de">one two three</voice>')
  expect(hidden.durationMs).toBeGreaterThan((await spoken(voice, 'voice name de one two three voice')).durationMs * 0.9)
})
