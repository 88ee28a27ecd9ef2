import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Manuscript, ManuscriptKind } from '../src/manuscript.ts'
import { docxOf, epubOf, escaped, paragraph } from './support/archives.ts'
import { read } from './support/reading.ts'

const word = fc.oneof(
  fc.stringMatching(/^[a-z]{1,9}$/),
  fc.constantFrom(
    'Straße',
    'café',
    'мир',
    '世界',
    'x²',
    'O’Neill',
    'Mr.',
    '3.5',
    '(so)',
    '“Yes”,',
    'end.',
    '𝒳y',
    'e\u0301',
    '&',
    '<b',
  ),
)
const text = fc.array(word, { minLength: 1, maxLength: 60 }).map((words) => `w${words.join(' ')}`)
type Book = { title: string; paragraphs: string[] }[]
const chapter = fc.record({
  title: fc.stringMatching(/^[A-Z][a-z]{1,8}$/),
  paragraphs: fc.array(text, { minLength: 1, maxLength: 8 }),
})
const book: fc.Arbitrary<Book> = fc.array(chapter, { minLength: 2, maxLength: 5 })

/** Lines of at most 60 characters, as a width breaks them; never between two Chinese words, whose lines are joined without a blank. */
const wrapped = (written: string) =>
  written.replace(/(.{1,60})(?:(?<!\p{Script=Han}) | (?!\p{Script=Han})|$)/gu, '$1\n').trim()
const inMarkdown = (written: string) => written.replace(/[<&]/g, '\\$&')

const files: Record<ManuscriptKind, (book: Book) => string | Promise<Uint8Array>> = {
  text: (chapters) =>
    chapters
      .flatMap(({ title, paragraphs }, at) => [`Chapter ${at + 1}: ${title}`, ...paragraphs.map(wrapped)])
      .join('\n\n'),
  markdown: (chapters) =>
    chapters
      .flatMap(({ title, paragraphs }) => [`# ${title}`, ...paragraphs.map((one) => wrapped(inMarkdown(one)))])
      .join('\n\n'),
  epub: (chapters) =>
    epubOf({
      chapters: Object.fromEntries(
        chapters.map(({ title, paragraphs }, at) => [
          `c${at}`,
          `<h1>${title}</h1>${paragraphs.map((one) => `<p>${escaped(one)}</p>`).join('\n')}`,
        ]),
      ),
    }),
  docx: (chapters) =>
    docxOf(
      chapters
        .flatMap(({ title, paragraphs }) => [
          paragraph(title, 'berschrift1'),
          ...paragraphs.map((one) => paragraph(one)),
        ])
        .join(''),
    ),
}

const wordsOf = (written: string) => written.split(/\s+/).filter((one) => /[\p{L}\p{N}]/u.test(one))
const spoken = ({ chapters }: Manuscript) =>
  chapters.flatMap(({ paragraphs }) => paragraphs.flatMap(({ text }) => wordsOf(text)))

describe.each(['text', 'markdown', 'epub', 'docx'] as const)('every word of a book in %s', (kind) => {
  test('comes once, in order, in the chapter and the paragraph that it was written in', async () => {
    await fc.assert(
      fc.asyncProperty(book, async (chapters) => {
        const read1 = await read(kind, await files[kind](chapters))
        expect(read1.chapters.map(({ paragraphs }) => paragraphs.map(({ text }) => wordsOf(text)))).toEqual(
          chapters.map(({ paragraphs }) => paragraphs.map(wordsOf)),
        )
        expect(read1.chapters.every(({ title }, at) => title.endsWith(chapters[at]?.title ?? '-'))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
  test('comes once, in order, when chapters and paragraphs are cut', async () => {
    const limits = { maxCharactersPerParagraph: 40, maxCharactersPerChapter: 90, maxParagraphsPerChapter: 3 }
    await fc.assert(
      fc.asyncProperty(book, async (chapters) => {
        const manuscript = await read(kind, await files[kind](chapters), limits)
        expect(spoken(manuscript)).toEqual(chapters.flatMap(({ paragraphs }) => paragraphs.flatMap(wordsOf)))
        for (const { paragraphs: kept } of manuscript.chapters) {
          const paragraphs = kept.map(({ text }) => text)
          expect(paragraphs.length).toBeLessThanOrEqual(3)
          expect(paragraphs.join('').length).toBeLessThanOrEqual(90)
          expect(Math.max(...paragraphs.map(({ length }) => length))).toBeLessThanOrEqual(40)
        }
      }),
      { numRuns: 60 },
    )
  })
})
