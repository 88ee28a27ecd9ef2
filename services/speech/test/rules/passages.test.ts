import { expect, test } from 'vitest'
import { passagesOf } from '../../src/text/passages.ts'
import { prose } from '../support/local-voice.ts'

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.join('') ?? ''

test.each([
  ['prose', prose(10_000)],
  ['one endless word', 'x'.repeat(5_000)],
  ['no sentence anywhere', 'word and more '.repeat(400)],
  ['lines', '- one\n- two\n\n\n- three\n'],
])('%s: no letter is lost, none comes twice, and no passage is too long', (_, text) => {
  const passages = passagesOf(text, { maxLength: 1_000 })
  expect(letters(passages.map((passage) => passage.text).join(''))).toBe(letters(text))
  expect(Math.max(...passages.map((passage) => passage.text.length))).toBeLessThanOrEqual(1_000)
})

test('a passage has as many whole sentences as there is room for, and progress grows to exactly 1', () => {
  const passages = passagesOf(prose(4_000), { maxLength: 1_000 })
  expect(passages).toHaveLength(5)
  for (const { text } of passages) expect(text).toMatch(/[.?!"]$/)
  const done = passages.map((passage) => passage.done)
  expect(done).toEqual(done.toSorted((a, b) => a - b))
  expect([done.at(-1), passages.at(-1)?.pauseMs]).toEqual([1, 0])
})

test('a new paragraph begins on a line of its own, and a passage keeps the pause of its last sentence', () => {
  expect(passagesOf('One. Two.\n\nThree.', { maxLength: 100 })).toEqual([
    { text: 'One. Two.\nThree.', pauseMs: 0, done: 1 },
  ])
  expect(passagesOf('One. Two.\n\nThree.', { maxLength: 10 })).toMatchObject([
    { text: 'One. Two.', pauseMs: 450 },
    { text: 'Three.' },
  ])
})

test('a text without a letter or a digit has no passage', () => {
  expect(passagesOf(' ... 😀', { maxLength: 1_000 })).toEqual([])
})

test('the ends of sentences are those of the given language, else of the one that it is found to be', () => {
  const text = 'Siehe Nr. 5 auf d. Seite usw. und bzgl. Punkt 3.'
  const lengths = (language?: string) => passagesOf(text, { maxLength: 20, language }).map(({ text }) => text)
  expect(lengths('de')).not.toEqual(lengths('en'))
})
