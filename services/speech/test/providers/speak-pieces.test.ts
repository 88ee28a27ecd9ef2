import { expect, test } from 'vitest'
import type { SpeakRequest } from '../../src/domain/voice.ts'
import { speakPieces } from '../../src/providers/speak-pieces.ts'
import { patience } from '../support/local-voice.ts'

/** The pieces that a voice of these languages is given to speak. */
async function given(request: Pick<SpeakRequest, 'text' | 'language' | 'normalization'>, languages = ['en-US']) {
  const pieces: string[] = []
  const speak = async (piece: string) => {
    pieces.push(piece)
    return { samples: new Float32Array(800), sampleRate: 8_000 }
  }
  for await (const _ of speakPieces(request, speak, { ...patience(), languages }));
  return pieces
}

test('a text is worded in the given language, where it is one of the voice', async () => {
  const text = '5 % & 3 km'
  expect(await given({ text }, ['en-US', 'fr-FR'])).toEqual(['5 percent and 3 kilometers.'])
  expect(await given({ text, language: 'fr-CA' }, ['en-US', 'fr-FR'])).toEqual(['5 pour cent et 3 kilomètres.'])
  expect(await given({ text, language: 'fr' })).toEqual(['5 percent and 3 kilometers.'])
})

test('its sentences end as those of the given language', async () => {
  const text = 'Vgl. Nr. 5 bzw. Abs. 3 gilt.'
  expect(await given({ text, language: 'de' }, ['en-US', 'de-DE'])).toEqual([text])
  expect((await given({ text }, ['en-US', 'de-DE'])).length).toBeGreaterThan(1)
})

test('without normalization it comes as it was written, but for characters that no engine knows', async () => {
  const text = 'Dr. **Who** paid $5 & 3 km e.g. 𝐡𝐞𝐫𝐞 т\u200B😀 5%'
  expect(await given({ text })).toEqual(['Dr Who paid 5 dollars and 3 kilometers for example, here t 5 percent.'])
  expect(await given({ text, normalization: 'off' })).toEqual(['Dr. **Who** paid $5 & 3 km e.g. here t 5%.'])
})
