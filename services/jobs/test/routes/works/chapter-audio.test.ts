import { Readable } from 'node:stream'
import { verifySound } from '@utter/provenance/verify-sound'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { testStatements } from '@utter/testing/statements'
import { tagBytes } from '@utter/testing/tag-bytes'
import { expect, test } from 'vitest'
import { framesOf, openWorkRoutes, untaggedSoundOf, type WorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('audio'))
/** As versions stored sounds that wrote no tag. */
const earlier = await closedAfterAll(
  openWorkRoutes(
    'audio-earlier',
    {},
    { storedOf: untaggedSoundOf, figures: (jobId) => ({ sizeBytes: untaggedSoundOf(jobId).length }) },
  ),
)

const frame = 384
const silentFrames = 25

const verify = (mp3: Buffer) => verifySound(Readable.from([mp3]), testStatements)

const spoken = (...lengths: number[]) => spokenBy(works, ...lengths)
async function spokenBy(works: WorkRoutes, ...lengths: number[]) {
  const made = await works.make(lengths)
  await made.work.speakAll()
  const [chapter] = await made.work.outlines()
  const sounds = chapter?.sections.map(({ sound }) => framesOf(sound?.jobId ?? '')) ?? []
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    works.bytes(method, `${made.inChapter}/audio.mp3`, works.caller(made.userId), { headers })
  return { ...made, sounds, get }
}

test('the frames of its sections, with the silence of a paragraph between them', async () => {
  const { get, sounds, userId, path } = await spoken(10_000, 10_000)
  const { status, headers, raw: whole } = await get()
  const tag = tagBytes(whole)
  const raw = whole.subarray(tag)
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'audio/mpeg',
    'accept-ranges': 'bytes',
    'content-length': `${whole.length}`,
  })
  expect(raw.length).toBe((3 + silentFrames + 3) * frame)
  expect(raw.subarray(0, 3 * frame)).toEqual(sounds[0])
  expect(raw.subarray(-3 * frame)).toEqual(sounds[1])
  const silence = raw.subarray(3 * frame, -3 * frame)
  for (let at = 0; at < silence.length; at += frame) {
    // MPEG 1 layer III, 128 kbit/s, 48 kHz; nothing behind the header.
    expect([...silence.subarray(at, at + 3)]).toEqual([0xff, 0xfb, 0x94])
    expect(silence.subarray(at + 4, at + frame).every((byte) => byte === 0)).toBe(true)
  }
  const { body } = await works.ask('GET', path, userId)
  expect(body.chapters[0].durationMs).toBe((raw.length / frame) * 24)
})

test('any range of it is the same bytes', async () => {
  const { get } = await spoken(10_000, 10_000, 10_000)
  const { raw } = await get()
  for (const [start, end] of [
    [0, 0],
    [3, tagBytes(raw) + 5],
    [0, frame],
    [3 * frame - 1, 3 * frame],
    [5 * frame + 7, (28 + 4) * frame + 11],
    [raw.length - 5, raw.length - 1],
  ] as const) {
    const part = await get({ range: `bytes=${start}-${end}` })
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${raw.length}`)
    expect(part.raw.equals(raw.subarray(start, end + 1))).toBe(true)
  }
  expect(await get({ range: `bytes=${raw.length}-` })).toMatchObject({ status: 416 })
})

test('304 while it is the same, and another mark after a change', async () => {
  const { get, inChapter, userId, chapter, work } = await spoken(300)
  const etag = String((await get()).headers.etag)
  expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304 })
  expect((await get({}, 'HEAD')).raw.length).toBe(0)
  const [paragraph] = (await chapter()).paragraphs
  await works.ask('PUT', `${inChapter}/paragraphs/${paragraph?.paragraphId}`, userId, { text: 'Another.' })
  // The sound before is played until the new one is there.
  expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 304 })
  await work.speakAll()
  expect(await get({ 'if-none-match': etag })).toMatchObject({ status: 200 })
})

test('404 until all of it is spoken, and for another account', async () => {
  const { inChapter, userId } = await works.make([20])
  const path = `${inChapter}/audio.mp3`
  expect(await works.ask('GET', path, userId)).toMatchObject({ status: 404, body: { code: 'audio_not_found' } })
  expect(await works.ask('GET', path, await works.account('creator'))).toMatchObject({ status: 404 })
})

test('it begins with its title, its work, its place there, and that it is synthetic', async () => {
  const { get, view } = await spoken(300)
  const { raw } = await get()
  expect(raw.toString('latin1', 0, 3)).toBe('ID3')
  const tag = raw.subarray(0, tagBytes(raw)).toString('utf16le') + raw.subarray(1, tagBytes(raw)).toString('utf16le')
  for (const text of ['Chapter 1', 'A book', 'AI_GENERATED', view.workId, '1/1']) expect(tag).toContain(text)
})

test('it states which sections it is of, and is verified byte for byte', async () => {
  const { get, view, work } = await spoken(10_000, 10_000, 300)
  const { raw } = await get()
  const [chapter] = await work.outlines()
  expect(await verify(raw)).toMatchObject({
    ...{ kind: 'chapter', work: view.workId, chapter: view.chapters[0]?.chapterId },
    sections: chapter?.sections.map(({ sound }) => ({ job: sound?.jobId, revision: 1, voice: 'default' })),
  })
  const changed = Buffer.from(raw)
  changed.writeUInt8(1, raw.length - frame - 1)
  expect(await verify(changed)).toBe('sound_changed')
  expect(await verify(raw.subarray(0, -frame))).toBe('cut_short')
  expect((await get()).raw.equals(raw)).toBe(true)
})

test('sections that an earlier version stored are played from behind their first frame, and state nothing', async () => {
  const { get, sounds } = await spokenBy(earlier, 10_000, 10_000)
  const { raw } = await get()
  const sound = raw.subarray(tagBytes(raw))
  expect(sound.length).toBe((3 + silentFrames + 3) * frame)
  expect(sound.subarray(0, 3 * frame)).toEqual(sounds[0])
  expect(await verify(raw)).toBe('no_mark')
})
