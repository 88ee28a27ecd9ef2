import { expect, test } from 'vitest'
import { inItsLanguage, mustSpeak } from '../../src/domain/language-gate.ts'
import { aVoice } from '../support/a-voice.ts'

const english = aVoice('one', { language: 'en-US' })
const thai = 'สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร'

test('a text in a language that the voice does not speak is refused for good, with a sentence that names both', () => {
  expect(() => mustSpeak(english, { text: thai })).toThrow(
    expect.objectContaining({
      kind: 'permanent',
      code: 'language_not_spoken',
      message: 'This voice speaks English, not Thai',
    }),
  )
})

test.each([
  ['its own language', english, 'Good morning. This is my first sentence.'],
  ['its own language in other letters', english, '𝐆𝐨𝐨𝐝 𝐦𝐨𝐫𝐧𝐢𝐧𝐠 ｅｖｅｒｙｏｎｅ'],
  ['a link with words of other scripts in its address', english, '[here](https://a.example/привет-как-дела-сегодня)'],
  [
    'any language, for a vendor outside, whose list is of those that it has verified',
    { ...english, provider: 'elevenlabs' },
    thai,
  ],
])('%s is spoken', (_, voice, text) => {
  expect(() => mustSpeak(voice, { text })).not.toThrow()
})

const french = 'Le port était calme quand les premiers bateaux sont arrivés ce matin.'
const german = 'Der Hafen war ruhig, als am frühen Morgen die ersten Boote einliefen.'
const voices = [
  english,
  aVoice('un', { language: 'fr-FR', speedClass: 'natural' }),
  aVoice('deux', { language: 'fr-FR' }),
  aVoice('trois', { language: 'fr-FR' }),
  aVoice('eins', { language: 'de-DE' }),
]

test.each([
  ['default', french, 'deux'],
  ['default', 'Good morning. This is my first sentence of the day.', 'one'],
  ['default', thai, 'one'],
  ['one', french, 'one'],
])('for the voice %j, %j is spoken by %s', (voiceId, text, id) => {
  expect(inItsLanguage(english, voices, { voiceId, text }).id).toBe(id)
})

test('the given language decides, whatever the text looks like', () => {
  expect(() => mustSpeak(english, { text: thai, language: 'en-GB' })).not.toThrow()
  expect(() => mustSpeak(english, { text: 'Good morning.', language: 'pt-BR' })).toThrow(
    expect.objectContaining({ code: 'language_not_spoken', message: 'This voice speaks English, not Portuguese' }),
  )
  expect(() => mustSpeak({ ...english, provider: 'openai' }, { text: thai, language: 'th' })).not.toThrow()
})

const british = aVoice('two', { language: 'en-GB' })
const other = aVoice('quick', { language: 'en-AU', provider: 'other' })

test.each([
  ['default', 'fr', 'deux'],
  ['default', 'fr-CA', 'deux'],
  ['default', 'th', 'one'],
  ['default', 'en', 'one'],
  ['default', 'en-GB', 'two'],
  // Another vendor's voices may be worse.
  ['default', 'en-AU', 'one'],
  ['one', 'fr', 'one'],
])('for the voice %j and the language %s the voice is %s', (voiceId, language, id) => {
  const all = [...voices, british, other]
  expect(inItsLanguage(english, all, { voiceId, text: 'Hello', language }).id).toBe(id)
})

test.each([
  [french, 'un'],
  [german, 'eins'],
])('for a natural default, %j is spoken by %s', (text, id) => {
  const natural = { ...english, speedClass: 'natural' as const }
  expect(inItsLanguage(natural, voices, { voiceId: 'default', text }).id).toBe(id)
})
