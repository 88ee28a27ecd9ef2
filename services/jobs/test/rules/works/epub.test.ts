import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ChapterOutline } from '../../../src/domain/works/work.ts'
import type { Book, BookChapter } from '../../../src/views/works/epub/book.ts'
import { clipsOf, clockValue } from '../../../src/views/works/epub/clips.ts'
import { epubOf } from '../../../src/views/works/epub/epub.ts'

const chunk = Buffer.alloc(64 * 1_024)
const chunks = 3_200
const outline = {} as ChapterOutline
/** Sections of paragraphs that begin at these times; undefined: not known. */
const chapterOf = (sections: (number | undefined)[][], sectionStarts: number[], durationMs = 10_000): BookChapter => ({
  title: 'One',
  sections: sections.map((starts) =>
    starts.map((startMs) => ({ text: 'A', ...(startMs !== undefined && { startMs }) })),
  ),
  sound: { chapter: outline, tag: Buffer.alloc(0), sizeBytes: chunks * chunk.length, durationMs, sectionStarts },
})
const bookOf = (chapters: BookChapter[]): Book => ({
  ...{ id: 'a', title: 'A book', language: 'en', voiceId: 'joe' },
  modifiedAt: new Date('2026-03-20T12:00:00Z'),
  chapters,
})
const rows = (chapter: BookChapter) =>
  clipsOf(chapter).map(({ target, beginMs, endMs }) => `${target} ${beginMs}-${endMs}`)

test('clips are all of the sound, one behind the other', () => {
  expect(rows(chapterOf([[23, 1_000], [5_000]], [23, 4_900]))).toEqual([
    'p1-1 0-1000',
    'p1-2 1000-5000',
    'p2-1 5000-10000',
  ])
})

test('a paragraph that is not spoken has no clip, and a section without times is one', () => {
  expect(
    rows(
      chapterOf(
        [
          [23, undefined, 1_000],
          [undefined, undefined],
        ],
        [23, 4_900],
      ),
    ),
  ).toEqual(['p1-1 0-1000', 'p1-3 1000-4900', 's2 4900-10000'])
})

test('a sentence is a clip, and one that is not spoken is heard with the one before', () => {
  const chapter = chapterOf([[23, 5_000]], [23])
  const [first] = chapter.sections[0] ?? []
  if (first) first.sentences = [{ text: 'A. ', startMs: 23 }, { text: '* ' }, { text: 'B.', startMs: 2_000 }]
  expect(rows(chapter)).toEqual(['p1-1-1 0-2000', 'p1-1-3 2000-5000', 'p1-2 5000-10000'])
})

test('a clip has a length, and none begins behind the end of the sound', () => {
  expect(rows(chapterOf([[0, 0, 500, 10_000]], [0]))).toEqual(['p1-1 0-500', 'p1-3 500-10000'])
})

test('times are hours, minutes and seconds', () => {
  expect([0, 59_999, 61_007, 36_000_000].map(clockValue)).toEqual([
    ...['0:00:00.000', '0:00:59.999', '0:01:01.007', '10:00:00.000'],
  ])
})

test('of two sounds of 200 MB no more is read than the reader takes, and the second not before the first is over', async () => {
  const opened: { read: number }[] = []
  const { content, sizeBytes } = epubOf(bookOf([chapterOf([[0]], [0]), chapterOf([[0]], [0])]), () => {
    const sound = { read: 0 }
    opened.push(sound)
    return Readable.from(
      (async function* () {
        for (; sound.read < chunks; sound.read++) yield chunk
      })(),
      { objectMode: false },
    )
  })
  expect(sizeBytes).toBeGreaterThan(2 * chunks * chunk.length)
  let taken = 0
  for await (const bytes of content) {
    taken += (bytes as Buffer).length
    if (taken < 1_024 * 1_024) continue
    for (let times = 0; times < 100; times++) await turn()
    break
  }
  // The reader has stopped: some buffers are full, and nothing else happens.
  for (let times = 0; times < 100; times++) await turn()
  expect(opened).toHaveLength(1)
  expect((opened[0]?.read ?? 0) * chunk.length).toBeLessThan(3 * 1_024 * 1_024)
})

test('the size that is told is that of the book', async () => {
  const sound = Buffer.alloc(5_000, 'a')
  const chapter = chapterOf([[0]], [0])
  if (chapter.sound) chapter.sound.sizeBytes = sound.length
  const { content, sizeBytes } = epubOf(bookOf([chapter]), () => Readable.from([sound]))
  let taken = 0
  for await (const bytes of content) taken += (bytes as Buffer).length
  expect(taken).toBe(sizeBytes)
})
