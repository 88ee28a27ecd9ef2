import { describe, expect, test } from 'vitest'
import { typedHeading } from '../src/typed/typed-headings.ts'
import { read, rows } from './support/reading.ts'

describe('a plain text', () => {
  test('has paragraphs between empty lines, whose broken lines are joined', async () => {
    const text = 'It was the best of times,\nit was the worst\n of times.\n\n\nA second one.\r\n \r\nA third.\n'
    expect(rows(await read('text', text))).toEqual([
      ['Text', 'It was the best of times, it was the worst of times.', 'A second one.', 'A third.'],
    ])
  })
  test('has no title and no language, since nothing declares them', async () => {
    expect(Object.keys(await read('text', 'One line.'))).toEqual(['chapters', 'speakers'])
  })
  test('joins a word that a hyphen parts at the end of a line, and Chinese without a blank', async () => {
    expect(rows(await read('text', 'a well-\nknown man\n\n春眠不覺曉\n處處聞啼鳥'))).toEqual([
      ['Text', 'a well-known man', '春眠不覺曉處處聞啼鳥'],
    ])
  })
  test('with long lines has a paragraph a line', async () => {
    const long = 'word '.repeat(40).trim()
    expect(rows(await read('text', `Chapter 1\n${long}\n“Yes.”\n${long}\nChapter 2\n${long}`))).toEqual([
      ['Chapter 1', long, '“Yes.”', long],
      ['Chapter 2', long],
    ])
  })
  test.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFÉtude', 'utf8')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFÉtude', 'utf16le')],
    ['UTF-16 of the other order', Buffer.from('\uFEFFÉtude', 'utf16le').swap16()],
  ])('is read in %s', async (_, bytes) => {
    expect(rows(await read('text', bytes))).toEqual([['Text', 'Étude']])
  })
  test('loses control characters, and lines of signs that no voice speaks', async () => {
    expect(rows(await read('text', 'One\u0007 \u001b[1mtwo\u200b.\n\n* * *\n\nThree.'))).toEqual([
      ['Text', 'One [1mtwo.', 'Three.'],
    ])
  })
})

describe('chapters of a plain text', () => {
  test('begin at headings as people type them', async () => {
    const text =
      'Ada\n\nCHAPTER I.\n\nShe came.\n\nCHAPTER II\nDown the Hole\n\nShe fell.\n\nEpilogue\n\nShe stood up. Chapter 3 is not written.'
    expect(rows(await read('text', text))).toEqual([
      ['Text', 'Ada'],
      ['CHAPTER I', 'She came.'],
      ['CHAPTER II: Down the Hole', 'She fell.'],
      ['Epilogue', 'She stood up. Chapter 3 is not written.'],
    ])
  })
  test('have the heading of their part before their own', async () => {
    expect(rows(await read('text', 'Part One\n\nChapter 1\n\nA.\n\nChapter 2\n\nB.'))).toEqual([
      ['Part One: Chapter 1', 'A.'],
      ['Chapter 2', 'B.'],
    ])
  })
  test('are not in a table of contents, which is left out', async () => {
    const titles = ['Prologue', 'Chapter 1. Loomings.', 'Chapter 2. The Bag.', 'Epilogue']
    const text = `Contents\n\n${titles.join('\n\n')}\n\n${titles.map((title) => `${title}\n\nText.`).join('\n\n')}`
    expect(rows(await read('text', text))).toEqual([['Text', 'Contents'], ...titles.map((title) => [title, 'Text.'])])
  })
  test('are not in one of single lines, and not in one with the numbers of pages', async () => {
    const titles = ['Part One', 'Chapter 1', 'Chapter 2', 'Epilogue']
    const body = 'Part One\nChapter 1\n\nA.\n\nChapter 2\n\nB.\n\nEpilogue\n\nC.'
    const chapters = [
      ['Part One: Chapter 1', 'A.'],
      ['Chapter 2', 'B.'],
      ['Epilogue', 'C.'],
    ]
    expect(rows(await read('text', `${titles.join('\n')}\n\n${body}`))).toEqual(chapters)
    const paged = titles.map((title, at) => `${title} ....... ${at}`)
    expect(rows(await read('text', `${paged.join('\n')}\n\n${body}`))).toEqual([['Text', paged.join(' ')], ...chapters])
  })
  test('keep a heading that has no text behind it as the last paragraph', async () => {
    expect(rows(await read('text', 'Chapter 1\n\nA.\n\nAfterword'))).toEqual([['Chapter 1', 'A.', 'Afterword']])
  })
})

const headings: [string[], string][] = [
  [['Chapter 1'], 'Chapter 1'],
  [['  CHAPTER XII. '], 'CHAPTER XII'],
  [['Chapter Twenty-One'], 'Chapter Twenty-One'],
  [['Part the First'], 'Part the First'],
  [['Chapter 3: The Boy Who Lived'], 'Chapter 3: The Boy Who Lived'],
  [['Chapter 3 Who Am I?'], 'Chapter 3 Who Am I?'],
  [['CHAPTER 1. Loomings.'], 'CHAPTER 1. Loomings.'],
  [['Chapter 9: And then…'], 'Chapter 9: And then…'],
  [['CHAPTER I', 'Down the Rabbit-Hole'], 'CHAPTER I: Down the Rabbit-Hole'],
  [['Kapitel 3'], 'Kapitel 3'],
  [['Erstes Kapitel'], 'Erstes Kapitel'],
  [['2. Teil'], '2. Teil'],
  [['Chapitre IV — Le départ'], 'Chapitre IV — Le départ'],
  [['Première partie'], 'Première partie'],
  [['Capítulo 2'], 'Capítulo 2'],
  [['Parte seconda'], 'Parte seconda'],
  [['Hoofdstuk vijf'], 'Hoofdstuk vijf'],
  [['Глава 7'], 'Глава 7'],
  [['第三章 桃園'], '第三章 桃園'],
  [['제1장'], '제1장'],
  [['Prólogo'], 'Prólogo'],
  [['Épilogue'], 'Épilogue'],
]
const texts = [
  'Chapter 1 was the longest of all.',
  'Chapter 1. It was late. She went to bed.',
  'Part of the garden',
  'Chapter one of my life ended there,',
  'Chapterhouse 5',
  'introduction',
  'Introductions were made.',
  'Book a table',
  `Chapter 1: ${'long '.repeat(60)}`,
  'In Chapter 1',
  'Part I liked, though',
]
test.each(headings)('%j is a heading', (lines, title) => {
  expect(typedHeading(lines)?.title).toBe(title)
})
test.each(texts)('%s is text', (line) => {
  expect(typedHeading([line])).toBeUndefined()
})
