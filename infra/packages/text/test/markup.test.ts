import { describe, expect, test } from 'vitest'
import { sentenceOfFault } from '../src/markup/marks.ts'
import { markedText, shownOfParts, textOfParts } from '../src/markup/markup.ts'

const read = (text: string, isSsml = false) => {
  const marked = markedText(text, { isSsml })
  return 'fault' in marked ? sentenceOfFault(marked.fault) : marked.parts
}
const ssml = (inner: string) => read(`<speak>${inner}</speak>`, true)

test('a pause stands between what is spoken before and after it', () => {
  expect(read('Wait. [pause:1.5s] Go.')).toEqual([{ text: 'Wait. ' }, { pauseMs: 1500 }, { text: ' Go.' }])
  expect(read('[PAUSE: 500ms]Go')).toEqual([{ pauseMs: 500 }, { text: 'Go' }])
})

test('a rate and a voice are those of all that follows, until the next', () => {
  expect(read('a[rate:0.9]b[voice:joe]c[rate:1]d[voice:awb]e')).toEqual([
    { text: 'a' },
    { text: 'b', rate: 0.9 },
    { text: 'c', rate: 0.9, voiceId: 'joe' },
    { text: 'd', voiceId: 'joe' },
    { text: 'e', voiceId: 'awb' },
  ])
})

test('a word has its sounds, and what is read otherwise is shown as it was written', () => {
  expect(read('My [say:cat|kæt] [as:spell]UN-7[/as], [as:digits]12 34[/as], [as:date]2026-11-27[/as].')).toEqual([
    { text: 'My ' },
    { text: 'cat', phonemes: 'kæt' },
    { text: ' ' },
    { text: 'U, N, 7', shown: 'UN-7' },
    { text: ', ' },
    { text: '1, 2, 3, 4', shown: '12 34' },
    { text: ', ' },
    { text: '2026-11-27', as: 'date' },
    { text: '.' },
  ])
})

test('signs of IPA that have no sound of their own are left out, and usual stand-ins are the letters that they stand for', () => {
  expect(read('[say:x|/ˈt͡ʃiː.go/]')).toEqual([{ text: 'x', phonemes: 'tʃˈiːɡo' }])
  expect(read('[say:x|ˈmaʊntɪn əˌbaʊt]')).toEqual([{ text: 'x', phonemes: 'mˈaʊntɪn əbˌaʊt' }])
  expect(read('[say:x|ç\u00e3]')).toEqual([{ text: 'x', phonemes: 'ça\u0303' }])
})

test.each(['See [1], [sic] and [pause].', 'a[0][1] [ ] [] [[x]] ]', '[note: this] [/b] [asx:1]', 'An open [ bracket'])(
  'a bracket that is no mark is text: %s',
  (text) => {
    expect(read(text)).toEqual([{ text }])
  },
)

test.each([
  ['twelve char [rate:9] x', '[rate:9] at character 12: rate is 0.5 to 2'],
  ['[rate:-1]', '[rate:-1] at character 0: rate is 0.5 to 2'],
  ['[pause:11s]', '[pause:11s] at character 0: pause is 0.1 to 10 s, as in 1.5s or 500ms'],
  ['[pause:50ms]', '[pause:50ms] at character 0: pause is 0.1 to 10 s, as in 1.5s or 500ms'],
  ['[pause:1]', '[pause:1] at character 0: pause is 0.1 to 10 s, as in 1.5s or 500ms'],
  ['[pause:1s', '[pause:1s at character 0: it has no ]'],
  ['a [pause:1s[rate:1]', '[pause:1s at character 2: it has no ]'],
  ['[say:cat]', '[say:cat] at character 0: say is a word and its IPA, as in cat|kæt'],
  ['[say:cat|]', '[say:cat|] at character 0: say is a word and its IPA, as in cat|kæt'],
  ['[say:cat|k@t]', '[say:cat|k@t] at character 0: say has "@", which is no sound of IPA that is known here'],
  [
    '[as:digits]ten[/as]',
    '[as:digits] at character 0: digits is for figures, with blanks and + - . , / ( ) between them',
  ],
  ['[as:date]2026-02-30[/as]', '[as:date] at character 0: date is a day as in 2026-11-27'],
  ['[as:spell]a@b[/as]', '[as:spell] at character 0: spell is for letters and figures'],
  ['[as:money]3[/as]', '[as:money] at character 0: as is digits, date or spell'],
  ['[as:digits]3', '[as:digits] at character 0: it has no [/as]'],
  ['[as:digits]3[pause:1s][/as]', '[as:digits] at character 0: it has another mark before its [/as]'],
  ['3[/as]', '[/as] at character 1: there is no [as:…] before it'],
  ['[voice: ]', '[voice: ] at character 0: voice is the id of a voice'],
])('%s is refused with its place and its reason', (text, sentence) => {
  expect(read(text)).toBe(sentence)
})

test('more marks or more silence than a text may have are refused where they are too many', () => {
  expect(read('[rate:1]'.repeat(201))).toBe('[rate:1] at character 1600: a text has at most 200 marks')
  expect(read('[pause:10s]'.repeat(31))).toBe(
    '[pause:10s] at character 330: the pauses of a text are at most 300 s together',
  )
})

test('marks are no characters of the text, and other words that are spoken count where they are more', () => {
  const characters = (text: string, isSsml = false) => {
    const marked = markedText(text, { isSsml })
    return 'fault' in marked ? marked.fault : marked.characters
  }
  expect(characters('ab[pause:1s]c[as:spell]DE[/as][say:f|f]')).toBe(6)
  expect(characters('<speak>ab<sub alias="three words long">c</sub></speak>', true)).toBe(18)
})

test('a text without its marks is what is spoken, or what is shown', () => {
  const marked = markedText('A[pause:1s]B [as:digits]12[/as]')
  if ('fault' in marked) throw new Error('refused')
  expect([textOfParts(marked.parts), shownOfParts(marked.parts)]).toEqual(['A B 1, 2', 'A B 12'])
})

describe('SSML', () => {
  test('has the same parts as marks in brackets', () => {
    expect(ssml('Wait. <break time="1.5s"/> Go.')).toEqual(read('Wait. [pause:1.5s] Go.'))
    expect(ssml('a<prosody rate="90%">b<voice name="joe">c</voice></prosody>d')).toEqual([
      { text: 'a' },
      { text: 'b', rate: 0.9 },
      { text: 'c', rate: 0.9, voiceId: 'joe' },
      { text: 'd' },
    ])
    expect(ssml('<phoneme alphabet="ipa" ph="kæt">cat</phoneme>')).toEqual(read('[say:cat|kæt]'))
    expect(ssml('<say-as interpret-as="characters">UN</say-as>')).toEqual(read('[as:spell]UN[/as]'))
    expect(ssml('<sub alias="World Wide Web">WWW</sub>')).toEqual([{ text: 'World Wide Web', shown: 'WWW' }])
  })

  test('has references for signs, comments that nobody hears, and lines that are blanks; a bracket is text', () => {
    expect(ssml('R&amp;D &#x3c; 3\n  <!-- <x> -->[pause:1s]<![CDATA[<b>]]>')).toEqual([
      { text: 'R&D < 3 [pause:1s]<b>' },
    ])
    expect(read('<?xml version="1.0"?>\n<speak version="1.1" xmlns="x">Hi</speak>\n', true)).toEqual([{ text: 'Hi' }])
  })

  test.each([
    ['Hi', 'Hi at character 0: SSML is one <speak> element'],
    ['<speak>Hi', '<speak> at character 0: it is not closed'],
    ['<speak>a</speak>b', 'b at character 16: SSML is one <speak> element'],
    ['<speak>a</speak><speak/>', '<speak/> at character 16: SSML is one <speak> element'],
    [
      '<speak><p>a</p></speak>',
      '<p> at character 7: elements are speak, break, voice, prosody, phoneme, sub and say-as',
    ],
    ['<speak><voice name="x">a</speak>', '</speak> at character 24: <voice name="x"> is still open'],
    ['<speak><break/></speak>', '<break/> at character 7: break has no time'],
    ['<speak><prosody pitch="high">a</prosody></speak>', '<prosody pitch="high"> at character 7: prosody has no rate'],
    [
      '<speak><prosody rate="1" pitch="high">a</prosody></speak>',
      '<prosody rate="1" pitch="high"> at character 7: prosody has rate alone',
    ],
    [
      '<speak xml:lang="de">a</speak>',
      '<speak xml:lang="de"> at character 0: the language is the field language of the request',
    ],
    ['<speak>a & b</speak>', '& at character 9: & is written &amp;'],
    ['<speak>a &evil; b</speak>', '&evil; at character 9: & is written &amp;'],
    ['<!DOCTYPE x [<!ENTITY a "b">]><speak/>', '< at character 0: it is no tag of XML'],
    [
      '<speak><sub alias="x"><break time="1s"/></sub></speak>',
      '<sub alias="x"> at character 7: it has text alone, and not <break time="1s"/>',
    ],
    [
      '<speak><phoneme alphabet="x-sampa" ph="k">c</phoneme></speak>',
      '<phoneme alphabet="x-sampa" ph="k"> at character 7: alphabet is ipa',
    ],
    ['<speak><break time="1s"', '<break time="1s" at character 7: it is no tag of XML'],
  ])('%s is refused with its place and its reason', (text, sentence) => {
    expect(read(text, true)).toBe(sentence)
  })
})
