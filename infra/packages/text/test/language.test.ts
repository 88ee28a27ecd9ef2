import { expectLinearTime, repeatedTo } from '@utter/testing/linear-time'
import { describe, expect, test } from 'vitest'
import { canSpeak } from '../src/language/can-speak.ts'
import { foreignLanguage } from '../src/language/foreign-language.ts'
import { asciiLetters, latinForm } from '../src/language/latin-form.ts'
import { scriptsOf } from '../src/language/scripts.ts'

const english = ['en-US', 'en-GB']

test.each([
  ['สวัสดีตอนเช้า', 'Thai'],
  ['Привет, как твои дела сегодня?', 'Russian'],
  ['Привіт, як твої справи сьогодні?', 'Ukrainian'],
  ['صباح الخير', 'Arabic'],
  ['你好', 'Chinese'],
  ['おはようございます。今日はいい天気ですね。', 'Japanese'],
  ['안녕하세요', 'Korean'],
  ['नमस्ते', 'Hindi'],
  ['Hi, Καλημέρα κόσμε', 'Greek'],
  ['Ꭳꮟꭹ ꮜꮎ', 'this script'],
  ['Bonjour, je voudrais un café et deux croissants, s’il vous plaît.', 'French'],
  ['Der Zug nach Berlin hat heute wieder zwanzig Minuten Verspätung.', 'German'],
  ['El niño juega en el parque con su perro todas las tardes.', 'Spanish'],
  ['Kupiłem chleb i masło w sklepie na rogu ulicy wczoraj.', 'Polish'],
])('an English voice refuses %j, which is %s', (text, language) => {
  expect(canSpeak(text, english)).toMatchObject({ ok: false, sentence: `This voice speaks English, not ${language}` })
})

test.each([
  ['short texts of its script', 'Bonjour, mon ami!'],
  ['foreign names', 'Rio de Janeiro, São Paulo, Buenos Aires, Santiago de Chile, Bogotá, Montevideo'],
  ['a few words of another script', 'He said спасибо and went home to read the news of the day.'],
  ['code', 'const schema = app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(other)'],
  ['abbreviations', 'Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr May Jun Jul Aug Sep'],
  ['one letter many times', 'x'.repeat(200)],
  ['no letter', '42 👍'],
  ['nothing', ''],
  ['English', 'The harbour was quiet when the first boats came in, and nobody on the quay said a word.'],
])('it speaks %s', (_, text) => {
  expect(canSpeak(text, english)).toEqual({ ok: true })
})

test('a voice of several languages speaks each, and the refusal names them', () => {
  const french = 'Le train pour Lyon part dans dix minutes du quai numéro trois.'
  expect(canSpeak(french, ['en', 'fr'])).toEqual({ ok: true })
  expect(canSpeak('नमस्ते', ['hi'])).toEqual({ ok: true })
  expect(canSpeak('東京へ行きました', ['ja'])).toEqual({ ok: true })
  expect(canSpeak('Привет', ['en', 'fr'])).toMatchObject({
    language: 'ru',
    sentence: 'This voice speaks English and French, not Russian',
  })
})

test('the language that a text is said to be in decides, in whichever region', () => {
  expect(canSpeak('你好', english, 'en')).toEqual({ ok: true })
  expect(canSpeak('Hello', english, 'pt-BR')).toEqual({
    ok: false,
    language: 'pt',
    other: 'Portuguese',
    sentence: 'This voice speaks English, not Portuguese',
  })
})

test.each([
  ['สวัสดีตอนเช้า', 'Thai'],
  ['**Thai:**\n\n- สวัสดีตอนเช้า วันนี้อากาศเป็นอย่างไร', 'Thai'],
  ['Le port était calme quand les premiers bateaux sont arrivés.', 'French'],
  ['The harbour was quiet when the first boats came in.', undefined],
  ['[here](https://a.example/привет-как-дела-сегодня)', undefined],
  // The voice itself looks closer.
  ['_ข_ '.repeat(300), undefined],
])('%j as it was written is certainly in: %s', (text, language) => {
  expect(foreignLanguage(text, english)).toBe(language)
})

test('whether a text is certainly refused is found in linear time, however it was written', () => {
  const hostile = [
    '[',
    '*ก',
    '_a*b',
    '- ก\n',
    '|ก|\n',
    '[ก](',
    '<ก ',
    '&ก;',
    '`ก``',
    'ก'.repeat(60),
    '東京へ行きました',
  ]
  for (const unit of hostile) expectLinearTime((length) => foreignLanguage(repeatedTo(length, unit), english))
})

test('one endless word is judged in linear time', () => {
  for (const letter of ['1', '*', '漢', '&a;'])
    expectLinearTime((length) => canSpeak(repeatedTo(length, letter), english))
})

test('the scripts of a text have shares of its letters', () => {
  expect(scriptsOf('abc где 1')).toEqual([
    { script: 'Latn', share: 0.5 },
    { script: 'Cyrl', share: 0.5 },
  ])
})

describe('foreign words', () => {
  test('come in Latin letters, and the letters of the voice stay', () => {
    expect(latinForm('Łódź, café and мир 世界', ['en'])).toBe('Łódź, café and mir ShiJie')
    expect(latinForm('π = 3, Δ of Καλημέρα', ['en'])).toBe('pi = 3, delta of Kalimera')
    expect(latinForm('नमस्ते hello мир', ['hi'])).toBe('नमस्ते hello mir')
  })
  test('of an engine that reads ASCII are all in it', () => {
    expect(asciiLetters('Łódź, größer, 東京\n“so”')).toBe('Lodz, grosser, DongJing\n"so"')
  })
})
