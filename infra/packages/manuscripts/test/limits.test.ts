import { describe, expect, test } from 'vitest'
import { createPacer } from '../src/pacer.ts'
import { epubOf } from './support/archives.ts'
import { read, rows } from './support/reading.ts'

const kinds = ['text', 'markdown'] as const

describe('a long chapter', () => {
  test('is cut by its paragraphs into numbered ones', async () => {
    const text = `# One\n\n${['a', 'b', 'c'].join('\n\n')}\n\n# Two\n\nd`
    expect(rows(await read('markdown', text, { maxParagraphsPerChapter: 2 }))).toEqual([
      ['One (1)', 'a', 'b'],
      ['One (2)', 'c'],
      ['Two', 'd'],
    ])
  })
  test('is cut by its characters', async () => {
    expect(rows(await read('text', 'aaaa\n\nbbbb\n\ncc', { maxCharactersPerChapter: 8 }))).toEqual([
      ['Text (1)', 'aaaa', 'bbbb'],
      ['Text (2)', 'cc'],
    ])
  })
})

describe('a long paragraph', () => {
  test('is cut at ends of sentences, and a longer sentence between words', async () => {
    const text = 'She met Mr. Smith. She left. One two three four five six seven.'
    expect(rows(await read('text', text, { maxCharactersPerParagraph: 30 }))).toEqual([
      ['Text', 'She met Mr. Smith. She left.', 'One two three four five six', 'seven.'],
    ])
  })
  test('without blanks is cut between whole characters', async () => {
    const text = '𝒳'.repeat(25)
    const [[, ...paragraphs] = []] = rows(await read('text', text, { maxCharactersPerParagraph: 9 }))
    expect(paragraphs.join('')).toBe(text)
    expect(paragraphs.every((paragraph) => paragraph.length <= 9 && paragraph.isWellFormed())).toBe(true)
  })
})

test('a title is one line of at most 200 characters, also with a number behind it', async () => {
  const long = 'word '.repeat(100)
  const chapters = (await read('markdown', `# ${long}\n\na\n\nb\n\n# Two\n\nc`, { maxParagraphsPerChapter: 1 }))
    .chapters
  expect(chapters.map(({ title }) => title.slice(-8))).toEqual(
    ['word… (1)', 'word… (2)', 'Two'].map((end) => end.slice(-8)),
  )
  expect(Math.max(...chapters.map(({ title }) => title.length))).toBeLessThanOrEqual(200)
  const epub = await epubOf({ chapters: { a: '<h1>One<br/>\u0085two</h1><p>A.</p>' } })
  expect(rows(await read('epub', epub))).toEqual([['One two', 'A.']])
})

test.each(kinds)('a %s with too many characters, or chapters, is refused', async (kind) => {
  await expect(read(kind, 'Some words\n\nmore words', { maxCharacters: 15 })).rejects.toThrow(
    'The book has more than 15 characters',
  )
  const chapters = [1, 2, 3].map((number) => `Chapter ${number}\n\ntext`).join('\n\n')
  await expect(read(kind, chapters, { maxChapters: 2 })).rejects.toThrow('The book has more than 2 chapters')
})

test('an EPUB is left at the chapter that has too many characters', async () => {
  const epub = await epubOf({ chapters: { a: `<p>${'word '.repeat(10)}</p>`, b: '<p>never read</p>' } })
  await expect(read('epub', epub, { maxCharacters: 20 })).rejects.toThrow('The book has more than 20 characters')
})

test.each(kinds)('a %s without a word is refused', async (kind) => {
  await expect(read(kind, '\n\n***\n\n   \n')).rejects.toThrow('The file has no text to speak')
})

test('a pacer gives others a turn once its slice is used up, and not before', async () => {
  const turns: string[] = []
  const long = createPacer(60_000)
  const short = createPacer(0)
  setImmediate(() => turns.push('others'))
  await long()
  expect(turns).toEqual([])
  await short()
  expect(turns).toEqual(['others'])
})
