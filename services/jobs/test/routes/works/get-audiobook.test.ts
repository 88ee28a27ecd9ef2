import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { parseBuffer } from 'music-metadata'
import { expect, test } from 'vitest'
import { framesOf, notFoundFor, openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('audiobook'))
const [frame, silentFrames, framesOfSound, frameMs] = [384, 25, 3, 24]

async function spoken(...chapters: number[][]) {
  const made = await works.make(...chapters)
  await made.work.speakAll()
  const book = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    works.bytes(method, `${made.path}/audio.m4b`, works.caller(made.userId), { headers })
  return { ...made, book }
}

test('a player of audiobooks finds its title, its chapters with their places, and all of its length', async () => {
  const { book, view } = await spoken([10_000, 10_000], [500], [700])
  const { status, headers, raw } = await book()
  expect([status, headers['content-type'], headers['content-length']]).toEqual([200, 'audio/mp4', `${raw.length}`])
  expect(headers['content-disposition']).toContain('filename="A book.m4b"')
  const { format, common } = await parseBuffer(
    raw,
    { mimeType: 'audio/mp4' },
    { includeChapters: true, duration: true },
  )
  const sections = (count: number) => count * framesOfSound + (count - 1) * silentFrames
  const starts = [0, sections(2) + silentFrames, sections(2) + sections(1) + 2 * silentFrames]
  expect(format.chapters?.map(({ title, start }) => [title, start])).toEqual(
    starts.map((frames, index) => [`Chapter ${index + 1}`, frames * frameMs]),
  )
  expect(format.duration).toBeCloseTo(((starts[2] ?? 0) + sections(1)) * (frameMs / 1_000), 3)
  expect(common).toMatchObject({ title: 'A book', album: 'A book', genre: ['Audiobook'], stik: 2 })
  expect(common.comment?.[0]?.text).toBe(`AI_GENERATED: Utter, voice default, work ${view.workId}`)
})

test('its sound is the frames of its sections, and any range of it is the same bytes', async () => {
  const { book, work } = await spoken([10_000, 10_000], [500])
  const { raw, headers } = await book()
  const outlines = await work.outlines()
  const frames = outlines.map(({ sections }) => sections.map(({ sound }) => framesOf(sound?.jobId ?? '')))
  const soundBytes = (4 * silentFrames - 2 * silentFrames + 3 * framesOfSound) * frame
  const sound = raw.subarray(raw.length - soundBytes)
  expect(sound.subarray(0, framesOfSound * frame)).toEqual(frames[0]?.[0])
  expect(sound.subarray(-framesOfSound * frame)).toEqual(frames[1]?.[0])
  const head = raw.length - soundBytes
  for (const [start, end] of [
    [0, 10],
    [head - 3, head + 1_500],
    [raw.length - 1_500, raw.length - 1],
  ] as const) {
    const part = await book({ range: `bytes=${start}-${end}` })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${start}-${end}/${raw.length}`])
    expect(part.raw.equals(raw.subarray(start, end + 1))).toBe(true)
  }
  expect(await book({ 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304 })
  expect(await book({}, 'HEAD')).toMatchObject({ status: 200, headers: { 'content-length': `${raw.length}` } })
  expect((await book({ range: `bytes=${raw.length}-` })).status).toBe(416)
})

test('409 until each chapter can be heard, 404 to another account', async () => {
  const { path, userId } = await works.make([10], [20])
  expect(await works.ask('GET', `${path}/audio.m4b`, userId)).toMatchObject(
    problem(409, 'Not all of the work is spoken yet', 'work_not_spoken'),
  )
  expect(await notFoundFor(works, 'GET', `${path}/audio.m4b`)).toMatchObject({ code: 'work_not_found' })
})
