import { expect, test } from 'vitest'
import { maxPieceLength, piecesOf } from '../../src/text/pieces.ts'
import { spokenForm } from '../../src/text/spoken-form.ts'
import { prose } from '../support/local-voice.ts'

const letters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.join('') ?? ''

test.each([
  ['prose', prose(10_000)],
  ['one endless word', 'x'.repeat(1000)],
  ['no sentence anywhere', 'word and more '.repeat(200)],
  ['characters of two halves', '𝒳'.repeat(500)],
  ['clauses', 'first this, then that; and so on, '.repeat(40)],
  ['lines', '- one\n- two\n\n\n- three\n'],
])('%s: no letter is lost, none comes twice, and no piece is too long', (_, text) => {
  const pieces = piecesOf(text, 'en')
  expect(letters(pieces.map((piece) => piece.text).join(''))).toBe(letters(text))
  expect(Math.max(...pieces.map((piece) => piece.text.length))).toBeLessThanOrEqual(maxPieceLength)
  expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true)
})

test('pauses are longer after a paragraph than after a sentence, and there is none at the end', () => {
  const pauses = piecesOf('One. Two.\n\nThree.', 'en').map((piece) => piece.pauseMs)
  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0)
  expect(pauses[2]).toBe(0)
})

test('progress grows to exactly 1', () => {
  const done = piecesOf(`${prose(900)} ... 😀`, 'en').map((piece) => piece.done)
  expect(done).toEqual([...done].sort((a, b) => a - b))
  expect(done.at(-1)).toBe(1)
})

test.each([
  ['Dr. Smith met Mrs. Jones on St. John Street.', 'Dr Smith met Mrs Jones on St John Street.'],
  ['Fruit, e.g. apples, i.e. food.', 'Fruit, for example, apples, that is, food.'],
  ['"Yes," he said, "now."', 'Yes, he said, now.'],
  ["The dogs' bowl isn't 'here'.", "The dogs bowl isn't here."],
  ['Go (now).', 'Go, now.'],
  ['Really?! No way!!!', 'Really? No way!'],
  ['At 10:30 it was 3.5 degrees, in v2.0.1 of example.com.', 'At 10:30 it was 3.5 degrees, in v2.0.1 of example.com.'],
  ['1,000.50', '1,000.50'],
])('%s is spoken as %s', (written, expected) => {
  expect(spokenForm(written, 'en').replaceAll(/ +/g, ' ').trim()).toBe(expected)
})
