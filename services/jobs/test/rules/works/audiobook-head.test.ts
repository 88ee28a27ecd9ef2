import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import { headOfAudiobook } from '../../../src/views/works/audiobook/head.ts'

const about = { title: 'A book', artist: 'A voice', comment: 'By a machine' }
const frameBytes = 384
const readOf = (chapters: { title: string; frames: number }[]) => {
  const head = headOfAudiobook({ ...about, chapters })
  const frames = chapters.reduce((sum, one) => sum + one.frames, 0)
  const file = Buffer.concat([head, Buffer.alloc(frames * frameBytes)])
  return parseBuffer(file, { mimeType: 'audio/mp4' }, { includeChapters: true })
}

test('names of any script, and of 200 of its letters, are told whole', async () => {
  const titles = ['第三章', 'Größer “als” gedacht', '👍'.repeat(200), 'مرحبا']
  const { format } = await readOf(titles.map((title) => ({ title, frames: 10 })))
  expect(format.chapters?.map(({ title }) => title)).toEqual(titles)
})

test('500 chapters have their places to the millisecond', async () => {
  const { format } = await readOf(Array.from({ length: 500 }, (_, index) => ({ title: `${index}`, frames: 7 })))
  expect(format.chapters?.map(({ start }) => start)).toEqual(Array.from({ length: 500 }, (_, index) => index * 7 * 24))
})

test('a book of forty hours has its length and the place of each chunk, beyond what four bytes can say', () => {
  const chapters = Array.from({ length: 20 }, (_, index) => ({ title: `${index}`, frames: 600_000 }))
  const head = headOfAudiobook({ ...about, chapters })
  const bytes = 12_000_000 * frameBytes
  const data = head.indexOf('mdat') - 4
  expect(head.readBigUInt64BE(data + 8)).toBe(BigInt(head.length - data + bytes))
  const places = head.indexOf('co64') + 8
  expect(head.readUInt32BE(places)).toBe(12_000)
  expect(head.readBigUInt64BE(places + 4 + 8 * 11_999)).toBe(BigInt(head.length + bytes - 1_000 * frameBytes))
  const media = head.indexOf('mdhd') + 4
  expect(head.readBigUInt64BE(media + 24)).toBe(12_000_000n * 1_152n)
})
