import { visemes } from '@utter/contracts/http/jobs/word-times'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { soundedWords } from '../../src/domain/words/sounded-words.ts'
import { type StoredWords, timedWords, wordTimesOf } from '../../src/domain/words/timed-words.ts'
import { visemeOf } from '../../src/domain/words/visemes.ts'
import { wordsOfText } from '../../src/domain/words/words-of-text.ts'

/** The phonemes of a row of sounds, each of which takes 10 ms, and where each ends. */
const phonemesIn = (row: string) => {
  const symbols = [...row]
  return soundedWords(
    symbols,
    symbols.map(() => 1),
    symbols.length * 10,
  ).map(({ phonemes }) => phonemes.map(({ phoneme, endMs }) => `${phoneme} ${Math.round(endMs)}`).join(', '))
}

test.each([
  ['a mark of stress belongs to the phoneme behind it', 'bɪˈɡɪn', ['b 10, ɪ 20, ɡ 40, ɪ 50, n 60']],
  ['a sign that changes a letter belongs to it', 'bɔ̃ tʰiː', ['b 10, ɔ̃ 30', 'tʰ 60, iː 80']],
  ['a letter with its sign is one character where there is one', 'ic̦ fic̨', ['i 10, c̦ 30', 'f 50, i 60, c̨ 80']],
  ['an affricate and a diphthong are one phoneme', 'dʒˈʌdʒ tʃaɪ', ['dʒ 20, ʌ 40, dʒ 60', 'tʃ 90, aɪ 110']],
  ['a stress parts two vowels', 'naˈɪv', ['n 10, a 20, ɪ 40, v 50']],
  ['signs of eSpeak and of voices are those of IPA', 'gʤᵻʧ', ['ɡ 10, dʒ 20, ɪ 30, tʃ 40']],
  ['marks between words are none', 'a, b.', ['a 10', 'b 40']],
  ['a word of signs alone has none', 'a ˈ', ['a 10', '']],
])('%s', (_what, row, expected) => {
  expect(phonemesIn(row)).toEqual(expected)
})

test('a pad of the model belongs to the phoneme before it, and behind a word to nothing', () => {
  const [word] = soundedWords(['', 'ɡ', '', 'ʊ', '', ''], [1, 2, 1, 2, 3, 1], 1_000)
  expect(word).toEqual({
    ...{ startMs: 100, endMs: 600 },
    phonemes: [
      { phoneme: 'ɡ', endMs: 400 },
      { phoneme: 'ʊ', endMs: 600 },
    ],
  })
})

const told = (from: number, ...phonemes: [string, number][]) => ({
  ...{ startMs: from, endMs: phonemes.at(-1)?.[1] ?? from },
  phonemes: phonemes.map(([phoneme, endMs]) => ({ phoneme, endMs })),
})
const options = { tempo: 1, leadMs: 50, durationMs: 100_000 }

test('the phonemes of a word are kept as one text, and answered in seconds, as shapes of the mouth too', () => {
  const words = [told(0, ['ɡ', 60], ['ʊ', 140], ['d', 180]), told(200, ['m', 280], ['p', 300], ['ə', 400])]
  const stored = timedWords('Good mpa', [{ text: 'Good mpa', startMs: 0, endMs: 400, words }], options)
  expect(stored.phonemes).toEqual(['ɡ60ʊ80d40', 'm80p20ə100'])
  const [, second] = wordTimesOf(stored, ['phonemes', 'visemes'])
  expect(second).toEqual({
    ...{ word: 'mpa', start: 0.25, end: 0.45, estimated: false },
    phonemes: [
      { phoneme: 'm', start: 0.25, end: 0.33 },
      { phoneme: 'p', start: 0.33, end: 0.35 },
      { phoneme: 'ə', start: 0.35, end: 0.45 },
    ],
    visemes: [
      { viseme: 'p', start: 0.25, end: 0.35 },
      { viseme: '@', start: 0.35, end: 0.45 },
    ],
  })
  expect(Object.keys(wordTimesOf(stored, ['visemes'])[0] ?? {})).toEqual([
    'word',
    'start',
    'end',
    'estimated',
    'visemes',
  ])
  expect(Object.keys(wordTimesOf(stored)[0] ?? {})).toEqual(['word', 'start', 'end', 'estimated'])
})

test('a figure has the phonemes of the words that were spoken for it, and the silence between them belongs to none', () => {
  const words = [
    told(0, ['n', 100], ['aɪ', 250], ['n', 300]),
    told(340, ['θ', 400], ['ɜː', 600], ['ɾ', 650], ['i', 700]),
  ]
  const piece = { text: 'nine thirty', startMs: 0, endMs: 700, words }
  const [figure] = wordTimesOf(timedWords('9.30', [piece], options), ['phonemes'])
  expect(figure).toMatchObject({ word: '9.30', start: 0.05, end: 0.75, estimated: true })
  expect(figure?.phonemes?.map(({ phoneme, start, end }) => [phoneme, start, end]).slice(2, 4)).toEqual([
    ['n', 0.3, 0.35],
    ['θ', 0.39, 0.45],
  ])
  expect(figure?.phonemes?.at(-1)?.end).toBe(0.75)
})

/** A row of sounds as a voice has spoken it, 10 ms a sound, in words of the text. */
const ofText = (texts: string[], row: string, alone: Record<string, string>) => {
  const symbols = [...row]
  const heard = soundedWords(
    symbols,
    symbols.map(() => 1),
    symbols.length * 10,
  )
  return wordsOfText(texts, heard, (word) => alone[word] ?? '').map(({ startMs, endMs, phonemes }) =>
    [Math.round(startMs), phonemes.map(({ phoneme }) => phoneme).join(''), Math.round(endMs)].join(' '),
  )
}

test.each([
  [
    'words that a voice runs into one are told apart by how each sounds alone',
    ['one', 'of', 'the', 'best'],
    'wˈʌn ʌvðə bɛst',
    { one: 'wˈʌn', of: 'ˈʌv', the: 'ðə', best: 'bˈɛst' },
    ['0 wʌn 40', '50 ʌv 70', '70 ðə 90', '100 bɛst 140'],
  ],
  [
    'a figure is the words that are spoken for it, with the silences between',
    ['it', 'is', '2.5'],
    'ɪt ɪz tuː pɔɪnt faɪv',
    { it: 'ɪt', is: 'ɪz', '2.5': 'tuː pɔɪnt faɪv' },
    ['0 ɪt 20', '30 ɪz 50', '60 tuː_pɔɪnt_faɪv 200'],
  ],
  [
    'a word that sounds otherwise in its sentence has what is between its neighbours',
    ['I', 'would', 'have', 'a', 'box'],
    'aɪ wʊdhɐv ɐ bɒks',
    { I: 'aɪ', would: 'wˈʊd', have: 'hˈæv', a: 'ˈeɪ', box: 'bˈɒks' },
    ['0 aɪ 20', '30 wʊd 60', '60 hɐv 90', '100 ɐ 110', '120 bɒks 160'],
  ],
  [
    'words that are not found leave what was heard',
    ['a', 'b', 'c'],
    'a b',
    { a: 'a', b: 'b', c: '' },
    ['0 a 10', '20 b 30'],
  ],
  ['as many words are those', ['of', 'the'], 'aː eː', {}, ['0 aː 20', '30 eː 50']],
])('%s', (_what, texts, row, alone, expected) => {
  expect(ofText(texts, row, alone as Record<string, string>)).toEqual(expected)
})

test('words have none where the voice has not told them, nor in a result of a version of before', () => {
  const spread = timedWords('Good day', [{ text: 'Good day', startMs: 0, endMs: 400 }], options)
  const { phonemes: _, ...before } = spread satisfies StoredWords
  for (const stored of [spread, before])
    for (const word of wordTimesOf(stored, ['phonemes', 'visemes'])) {
      expect(word).not.toHaveProperty('phonemes')
      expect(word).not.toHaveProperty('visemes')
    }
})

test('whatever a voice tells: a word’s phonemes follow each other from its beginning to its end, inside of the sound', () => {
  const symbols = fc.array(fc.constantFrom(...'abtʃaɪˈˌː̃ ,.?ŋ'), { minLength: 1, maxLength: 40 })
  const frames = fc.array(fc.nat(12), { minLength: 40, maxLength: 40 })
  const extent = fc
    .tuple(fc.nat(400), fc.nat(400))
    .map(([a, b]) => ({ startMs: Math.min(a, b), endMs: Math.max(a, b) }))
  // Words of the text that others were spoken for.
  const others = new Map([
    ['w', '1.5'],
    ['wxx', 'a bc'],
    ['wxxx', ''],
  ])
  fc.assert(
    fc.property(symbols, frames, extent, fc.double({ min: 0.5, max: 2, noNaN: true }), (row, counts, sound, tempo) => {
      const words = soundedWords(row, counts.slice(0, row.length), 400)
      const spoken = words.map((_, index) => `w${'x'.repeat(index)}`)
      const text = spoken.map((word) => others.get(word) ?? word).join(' ')
      const timed = timedWords(text, [{ text: spoken.join(' '), ...sound, words }], {
        tempo,
        leadMs: 50,
        durationMs: 600,
      })
      for (const { start, end, phonemes = [], visemes: shapes = [] } of wordTimesOf(timed, ['phonemes', 'visemes'])) {
        for (const all of [phonemes, shapes]) {
          const [first, last] = [all[0], all.at(-1)]
          if (!first || !last) continue
          expect([first.start, last.end]).toEqual([start, end])
          const times = all.flatMap((one) => [one.start, one.end])
          expect(times).toEqual(times.toSorted((a, b) => a - b))
        }
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['p b m', 'p'],
  ['f v', 'f'],
  ['θ ð', 'T'],
  ['t d n l ɾ tʰ', 't'],
  ['s z', 's'],
  ['ʃ ʒ tʃ dʒ', 'S'],
  ['k ɡ ŋ h x ʁ ç', 'k'],
  ['ɹ r', 'r'],
  ['i iː ɪ j y ɲ', 'i'],
  ['u uː ʊ w', 'u'],
  ['ə ɚ', '@'],
  ['a ɑː ɑ̃ æ ɐ̃ aɪ aʊ', 'a'],
  ['e eɪ ø', 'e'],
  ['ɛ ɛ̃ ɜː ʌ œ', 'E'],
  ['o oʊ', 'o'],
  ['ɔ ɔː ɔ̃ ɒ ɔɪ', 'O'],
])('the mouth of %s is %s', (phonemes, viseme) => {
  for (const phoneme of phonemes.split(' ')) expect([phoneme, visemeOf(phoneme)]).toEqual([phoneme, viseme])
  expect(visemes).toContain(viseme)
})
