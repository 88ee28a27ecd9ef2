import { closedAfterAll } from '@utter/testing/closed-after-all'
import { faultsOfEpub } from '@utter/testing/fetched/epub-check'
import { problem } from '@utter/testing/problems'
import { unzip } from '@utter/testing/unzip'
import { expect, test } from 'vitest'
import { workOf } from '../../support/a-work.ts'
import { figuresOf, notFoundFor, openWorkRoutes } from '../../support/open-works.ts'
import { wordsBySection } from '../../support/words-of-works.ts'

const words = wordsBySection()
const works = await closedAfterAll(openWorkRoutes('epub', { wordTimes: words.client }))

async function spoken(...chapters: number[][]) {
  const made = await works.make(...chapters)
  await made.work.speakAll()
  const epub = (query = '', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    works.bytes(method, `${made.path}/epub${query}`, works.caller(made.userId), { headers })
  return { ...made, epub }
}
const textOf = (files: Map<string, Buffer>, name: string) => files.get(`EPUB/${name}`)?.toString() ?? ''
/** `p1-1 0:00:00.000-0:00:00.043` for each clip of an overlay. */
const clipsIn = (smil: string) =>
  [...smil.matchAll(/#([\w-]+)"[\s\S]*?clipBegin="([\d:.]+)" clipEnd="([\d:.]+)"/g)].map(
    ([, target, begin, end]) => `${target} ${begin}-${end}`,
  )

test('a book without a fault, with a page, an overlay and the mp3 of each chapter', async () => {
  const { epub, inChapter, userId } = await spoken([3, 3], [10_000, 3])
  words.say('0', 'w', '1', 'w')
  const { status, headers, raw } = await epub()
  expect([status, headers['content-type']]).toEqual([200, 'application/epub+zip'])
  expect(headers['content-length']).toBe(`${raw.length}`)
  expect(headers['content-disposition']).toBe(`attachment; filename="A book.epub"; filename*=UTF-8''A%20book.epub`)
  const files = unzip(raw)
  expect([...files.keys()].slice(0, 2)).toEqual(['mimetype', 'META-INF/container.xml'])
  const mp3 = await works.bytes('GET', `${inChapter}/audio.mp3`, works.caller(userId))
  expect(files.get('EPUB/chapter-001.mp3')?.equals(mp3.raw)).toBe(true)
  expect(clipsIn(textOf(files, 'chapter-001.smil'))).toEqual([
    'p1-1 0:00:00.000-0:00:00.043',
    'p1-2 0:00:00.043-0:00:00.072',
  ])
  expect(await faultsOfEpub(raw)).toEqual([])
})

test('each sentence is lit by itself', async () => {
  const userId = await works.account('creator')
  const { body } = await works.ask('POST', '/api/works', userId, {
    ...{ title: 'Sentences', requestId: 'sentences', voiceId: 'default', language: 'en' },
    chapters: [{ title: 'One', paragraphs: [{ text: 'Go & see Dr. Who. I [pause:1s] went.' }, { text: 'Then.' }] }],
  })
  await workOf(works, userId, body.workId, figuresOf).speakAll()
  words.say('Go', 'see', 'Dr', 'Who', 'I', 'went', 'Then')
  const { raw } = await works.bytes('GET', `/api/works/${body.workId}/epub`, works.caller(userId))
  const files = unzip(raw)
  expect(textOf(files, 'chapter-001.xhtml')).toContain(
    '<p id="p1-1"><span id="p1-1-1">Go &amp; see Dr. Who. </span><span id="p1-1-2">I   went.</span></p>',
  )
  expect(clipsIn(textOf(files, 'chapter-001.smil'))).toEqual([
    'p1-1-1 0:00:00.000-0:00:00.063',
    'p1-1-2 0:00:00.063-0:00:00.072',
  ])
  expect(await faultsOfEpub(raw)).toEqual([])
})

test('a section without times is one clip, and its chapter is heard whole', async () => {
  const { epub } = await spoken([10_000, 10_000])
  words.say()
  const { raw } = await epub()
  expect(clipsIn(textOf(unzip(raw), 'chapter-001.smil'))).toEqual([
    's1 0:00:00.000-0:00:00.695',
    's2 0:00:00.695-0:00:00.744',
  ])
  expect(await faultsOfEpub(raw)).toEqual([])
})

test('texts with signs of XML, of any script, and with marks are a book without a fault', async () => {
  const userId = await works.account('creator')
  const texts = ['<b>&amp; "two" \u0007', '[pause:1s]Good morning.', '夏目漱石 مرحبا 👍']
  const { body } = await works.ask('POST', '/api/works', userId, {
    ...{ title: 'A & <B> “C”', requestId: 'signs', voiceId: 'default', language: 'de' },
    chapters: [{ title: 'One & <two>', paragraphs: texts.map((text) => ({ text })) }],
  })
  const path = `/api/works/${body.workId}/epub?audio=false`
  const { status, raw, headers } = await works.bytes('GET', path, works.caller(userId))
  expect(status).toBe(200)
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''A%20%26%20B%20%E2%80%9CC%E2%80%9D.epub`)
  const files = unzip(raw)
  expect([...files.keys()].filter((name) => /mp3|smil/.test(name))).toEqual([])
  expect(textOf(files, 'chapter-001.xhtml')).toContain('<p id="p1-2">Good morning.</p>')
  expect(textOf(files, 'package.opf')).toContain('<dc:language>de</dc:language>')
  expect(await faultsOfEpub(raw)).toEqual([])
})

test('HEAD has its length without its sounds, and 304 holds until anything changes', async () => {
  const { epub, inChapter, userId, chapter, work } = await spoken([3], [3])
  words.say('0', 'w')
  const whole = await epub()
  const head = await epub('', {}, 'HEAD')
  expect([head.status, head.headers['content-length'], head.raw.length]).toEqual([200, `${whole.raw.length}`, 0])
  const same = { 'if-none-match': String(whole.headers.etag) }
  expect((await epub('', same)).status).toBe(304)
  expect((await epub('?audio=false', same)).status).toBe(200)
  const [paragraph] = (await chapter()).paragraphs
  await works.ask('PUT', `${inChapter}/paragraphs/${paragraph?.paragraphId}`, userId, { text: 'Seven.' })
  await work.speakAll()
  words.say('Seven')
  const changed = await epub('', same)
  expect(changed.status).toBe(200)
  expect(textOf(unzip(changed.raw), 'chapter-001.xhtml')).toContain('>Seven.</p>')
})

test('409 until each chapter can be heard, 404 for another account, 400 for another query', async () => {
  const { path, userId } = await works.make([20])
  expect(await works.ask('GET', `${path}/epub`, userId)).toMatchObject(
    problem(409, 'Not all of the work is spoken yet', 'work_not_spoken'),
  )
  expect(await notFoundFor(works, 'GET', `${path}/epub`)).toMatchObject({ code: 'work_not_found' })
  expect(await works.ask('GET', `${path}/epub?audio=no`, userId)).toMatchObject({ status: 400 })
})

test('a sound that is gone breaks the book off', async () => {
  const lost = await closedAfterAll(
    openWorkRoutes('epub-lost', { wordTimes: words.client }, { bytes: async () => undefined }),
  )
  const { path, userId, work } = await lost.make([3])
  await work.speakAll()
  await expect(lost.bytes('GET', `${path}/epub`, lost.caller(userId))).rejects.toThrow()
})
