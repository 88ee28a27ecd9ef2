import { expect, test } from 'vitest'
import { voicesInstead } from '../../src/domain/voices-instead.ts'
import { aVoice } from '../support/a-voice.ts'

const at = (provider: string, sex?: 'female' | 'male') => ({ provider, ...(sex && { sex }) })
const rachel = aVoice('rachel', { ...at('elevenlabs', 'female'), languages: ['en-US', 'fr', 'th'] })
const adam = aVoice('adam', at('elevenlabs', 'male'))
const alloy = aVoice('alloy', { ...at('openai'), languages: ['en', 'es', 'fr'] })
/** The default of this machine. */
const joe = aVoice('joe', { ...at('piper', 'male'), language: 'en-US' })
const heart = aVoice('heart', { ...at('kokoro', 'female'), language: 'en-US' })
const emma = aVoice('emma', { ...at('kokoro', 'female'), language: 'en-GB' })
const dora = aVoice('dora', { ...at('kokoro', 'female'), language: 'es' })
const voices = [rachel, adam, alloy, joe, heart, emma, dora]

const english = 'The harbour was quiet when the first boats came in this morning.'
const spanish = 'El puerto estaba tranquilo cuando llegaron los primeros barcos esta mañana.'
const thai = 'สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร'
const insteadOf = (away: typeof rachel | undefined, text: string, more: { language?: string } = {}) =>
  voicesInstead(away, voices, { text, fallback: 'same_language', ...more }).map(({ id }) => id)

test.each([
  ['of the same sex', rachel, english, {}, ['alloy', 'heart']],
  ['of the other sex', adam, english, {}, ['alloy', 'joe']],
  ['that speaks what the text is found to be in', adam, spanish, {}, ['alloy', 'dora']],
  [
    'that speaks the given language, whatever the text looks like',
    rachel,
    english,
    { language: 'es-MX' },
    ['alloy', 'dora'],
  ],
  ['of the given region', rachel, 'Hello', { language: 'en-GB' }, ['alloy', 'emma']],
  ['that speaks as the voice does, of a text that may be in any language', rachel, 'OK', {}, ['alloy', 'heart']],
  [
    'of this machine once for all its engines, in place of a vendor whose list is unknown',
    undefined,
    english,
    {},
    ['rachel', 'alloy', 'joe'],
  ],
  ['there is none', rachel, thai, {}, []],
])('of each other provider one: %s', (_, away, text, more, ids) => {
  expect(insteadOf(away, text, more)).toEqual(ids)
})

test('the language is more than the sex, of a text that may be in any language too', () => {
  const ids = voicesInstead(rachel, [dora, joe], { text: 'OK', fallback: 'same_language' }).map(({ id }) => id)
  expect(ids).toEqual(['joe'])
})

test('with `any` the default voice of this machine is the last, and not twice', () => {
  const ids = (text: string) => voicesInstead(adam, voices, { text, fallback: 'any' }).map(({ id }) => id)
  expect([ids(thai), ids(spanish), ids(english)]).toEqual([['joe'], ['alloy', 'dora', 'joe'], ['alloy', 'joe']])
})
