import { describe, expect, test } from 'vitest'
import { plainText } from '../src/markdown/plain-text.ts'

describe('markup goes, and its words stay', () => {
  test.each([
    ['**Bold**, *light*, ***both***, __under__, _thin_ and ~~old~~.', 'Bold, light, both, under, thin and old.'],
    ['un*believ*able and **bold**ness', 'unbelievable and boldness'],
    ['# Title #\nText.\n\nNext\n====', 'Title\nText.\n\nNext'],
    ['- one\n* two\n• three\n+ four', 'one\ntwo\nthree\nfour'],
    ['1. first\n1. second\n\n3) third', '1. first\n1. second\n\n3) third'],
    ['- [x] done\n- [ ] to do', 'done\nto do'],
    ['See [the guide](https://a.example/b_c), ![a cat](cat.png) and [x](/y "z").', 'See the guide, a cat and x.'],
    ['[one](/a)[two](/b) see[three](#c) 5[6](/d)', 'one two see three 5 6'],
    ['A [fact][1] and [more].\n\n[1]: https://a.example\n[more]: /b', 'A fact and more.'],
    ['<https://a.example/b> <me@a.example>', 'https://a.example/b me@a.example'],
    ['Use `npm start` or:\n```sh\nnpm test\n```\nDone.', 'Use npm start or:\n\nnpm test\n\nDone.'],
    ['> quoted\n>> twice', 'quoted\ntwice'],
    ['a\n\n---\n\n***\n\nb', 'a\n\nb'],
    [
      '| Name | Age |\n|:---|---:|\n| Ada | **36** |\n| Bob | 7 | left over |\n\nEnd',
      'Name, Age\nAda, 36\nBob, 7, left over\n\nEnd',
    ],
    ['<p class="x">a<br>b</p> <b>c</b><!-- d --> <input disabled>e', 'a\nb\nc\ne'],
    ['x<sup>2</sup>, H<sub>2</sub>O, 1<sup>st</sup>', 'x², H₂O, 1st'],
    ['AT&amp;T, 2 \\* 3, C:\\Users\\me', 'AT&T, 2 * 3, C:\\Users\\me'],
    ['1. a\n\n    **b**\n\n2. c', '1. a\n\nb\n\n2. c'],
    ['    *indented*', 'indented'],
  ])('%j is %j', (text, expected) => {
    expect(plainText(text)).toBe(expected)
  })
})

describe('a text that only looks like markup keeps its words', () => {
  test.each([
    '2*3*4 = 24.',
    'a*b*c and 2**3**4 or f(x)*2*y',
    '2 * 3 * 4 = 24, snake_case_name, __x',
    'If a <b and c> d then',
    'f(x)[0](1) and g[i](1.5)',
    '[Note]: important',
    '- 5 degrees',
    '- $5',
    '> 5 people',
    'C# is fine, #1 choice, #tag',
    '1. e4 e5',
    '2025. A year',
    '2025.',
    'Wow![1](2)',
    '<speak>not a tag</speak> <a b> List<String> <3',
    'a | b without a table',
    'about ~5 or ~6, ~/file',
    'Use *, ** and _ as they are',
    '...then .NET ./x .5 x?y=1',
    'Plain words, in a line.\nAnd another; "quoted".\n\nA paragraph.',
  ])('%j', (text) => {
    expect(plainText(text)).toBe(text)
  })
  test.each([
    ['```hello world', 'hello world'],
    ['```hello\n\n', 'hello'],
    ['``` more words\ncode\n```', 'more words\ncode'],
    ['it is 5`10`', 'it is 5 10'],
    [`${'> '.repeat(300)}deep`, 'deep'],
    [`${'- '.repeat(300)}deep`, 'deep'],
    [`${'1. '.repeat(100)}deep`, 'deep'],
    ['<!-- never closed', 'never closed'],
  ])('%j has %j', (text, words) => {
    expect(plainText(text)).toContain(words)
  })
})
