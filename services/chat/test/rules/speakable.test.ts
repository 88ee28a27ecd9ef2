import { expect, test } from 'vitest'
import { speakable } from '../../src/domain/speakable.ts'

test.each([
  ['plain words stay.', 'plain words stay.'],
  ['They stay. Without an end, too', 'They stay. Without an end, too'],
  ['**Bold**, *light*, ***both***, __under__ and _thin_.', 'Bold, light, both, under and thin.'],
  ['# Title\n\nText.', 'Title\n\nText.'],
  ['- one\n* two\n• three\n+ four', 'one\ntwo\nthree\nfour'],
  ['1. first\n2. second', '1. first\n2. second'],
  ['See [the guide](https://a.example/b_c) and ![a cat](cat.png).', 'See the guide and a cat.'],
  ['Use `npm start` or:\n```sh\nnpm test\n```\nDone.', 'Use npm start or:\n\nnpm test\n\nDone.'],
  ['> quoted\n>> twice', 'quoted\ntwice'],
  ['a\n\n---\n\nb', 'a\n\nb'],
  ['Nice 😀👍🏽 work 👩‍👩‍👧!', 'Nice work!'],
  ['<b>Bold</b> and 2 < 3 and 5 > 4', 'Bold and 2 < 3 and 5 > 4'],
  ['2 * 3 * 4 = 24, snake_case_name', '2 * 3 * 4 = 24, snake_case_name'],
  ['~~old~~ new', 'old new'],
  ['Zwölf Boxkämpfer, 你好。', 'Zwölf Boxkämpfer, 你好。'],
  ['2*3*4 = 24. If a <b and c> d then f(x)[0](1)', '2*3*4 = 24. If a <b and c> d then f(x)[0](1)'],
  ['Press 1️⃣ or 2️⃣, the .NET is ½ of H₂O.', 'Press 1 or 2, the .NET is ½ of H₂O.'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a, b\n1, 2'],
])('%j is spoken as %j', (text, expected) => {
  expect(speakable(text)).toBe(expected)
})

test.each([
  ['One. Two! Three is n', 'One. Two!'],
  ['One. Two.', 'One. Two.'],
  ['He said "no." And th', 'He said "no."'],
  ['only a beginning', 'only a beginning'],
  ['At 3.5 degrees it froze. At 4.', 'At 3.5 degrees it froze. At 4.'],
  ['これは文です。次は途', 'これは文です。'],
  ['It was written by J. R. R. Tolkien. He met C. S. Lew', 'It was written by J. R. R. Tolkien.'],
])('cut at the limit, %j ends as %j', (text, expected) => {
  expect(speakable(text, { wasCut: true })).toBe(expected)
})
