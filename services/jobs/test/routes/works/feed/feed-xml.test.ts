import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { workRequest } from '../../../support/a-work.ts'
import { callers } from '../../../support/open-jobs.ts'
import { openWorkRoutes } from '../../../support/open-works.ts'
import { childrenOf, textIn, xmlTree } from '../../../support/xml-tree.ts'

const works = await closedAfterAll(openWorkRoutes('feed-xml'))

async function fed(chapters: number[][], { speak = true, title = 'A book' } = {}) {
  const made = await works.makeOf({ ...workRequest('r', ...chapters), title })
  if (speak) await made.work.speakAll()
  const { body } = await works.ask('PUT', `${made.path}/feed`, made.userId)
  const path = new URL(body.url).pathname
  const read = (headers: Record<string, string> = {}) => works.text('GET', path, callers.visitor, { headers })
  const channel = async () => childrenOf(xmlTree((await read()).body), 'channel')[0]
  return { ...made, feedPath: path, read, channel }
}
const isDate = (text = '') => text.endsWith(' GMT') && !Number.isNaN(Date.parse(text))

test('a channel has what RSS 2.0 and Apple ask for, and is blocked from directories', async () => {
  const { channel, read, view, feedPath } = await fed([[20], [20]])
  const { status, headers } = await read()
  expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow, noarchive' })
  const root = xmlTree((await read()).body)
  expect([root.name, root.attributes.version]).toEqual(['rss', '2.0'])
  const own = await channel()
  const required: [string, string | RegExp][] = [
    ['title', 'A book'],
    ['link', 'https://utter.example/'],
    ['description', 'A book, read by a synthetic voice.'],
    ['language', /^[a-z]{2,3}/],
    ['lastBuildDate', / GMT$/],
    ['itunes:author', 'Utter'],
    ['itunes:explicit', 'false'],
    ['itunes:type', 'serial'],
    ['itunes:block', 'Yes'],
    ['podcast:block', 'yes'],
    ['podcast:locked', 'yes'],
    ['podcast:medium', 'audiobook'],
    ['podcast:guid', view.workId],
  ]
  for (const [name, value] of required) expect([name, textIn(own, name)]).toEqual([name, expect.stringMatching(value)])
  expect(isDate(textIn(own, 'lastBuildDate'))).toBe(true)
  expect(childrenOf(own, 'itunes:category')[0]?.attributes.text).toBe('Arts')
  expect(childrenOf(own, 'itunes:image')[0]?.attributes.href).toMatch(/^https:.*\.png$/)
  expect(childrenOf(own, 'atom:link')[0]?.attributes).toMatchObject({
    href: `https://utter.example${feedPath}`,
    ...{ rel: 'self', type: 'application/rss+xml' },
  })
})

test('an episode is a chapter that can be heard, in its order, with the length of its mp3', async () => {
  const { channel, feedPath, view } = await fed([[20], [10_000, 3]])
  const items = childrenOf(await channel(), 'item')
  expect(items).toHaveLength(2)
  for (const [index, item] of items.entries()) {
    const { url = '', length, type } = childrenOf(item, 'enclosure')[0]?.attributes ?? {}
    const { pathname, origin } = new URL(url)
    expect([origin, pathname]).toEqual([
      'https://utter.example',
      feedPath.replace('feed.xml', `chapters/${view.chapters[index]?.chapterId}.mp3`),
    ])
    const mp3 = await works.bytes('GET', pathname, callers.visitor)
    expect([type, length, mp3.headers['content-length']]).toEqual(['audio/mpeg', `${mp3.raw.length}`, length])
    expect(textIn(item, 'title')).toBe(`Chapter ${index + 1}`)
    expect(textIn(item, 'itunes:episode')).toBe(`${index + 1}`)
    expect(textIn(item, 'itunes:explicit')).toBe('false')
    expect(textIn(item, 'itunes:duration')).toMatch(/^\d\d:\d\d:\d\d$/)
    expect(textIn(item, 'guid')).toContain(view.chapters[index]?.chapterId)
    expect(childrenOf(item, 'guid')[0]?.attributes.isPermaLink).toBe('false')
    expect(isDate(textIn(item, 'pubDate'))).toBe(true)
  }
  const [first, second] = items.map((item) => Date.parse(textIn(item, 'pubDate') ?? ''))
  expect(second).toBeGreaterThan(first ?? 0)
})

test('signs of HTML in a title are themselves, and no markup of an episode’s description', async () => {
  const { channel } = await fed([[20]], { title: 'Low & <b>Water' })
  const own = await channel()
  expect(textIn(own, 'title')).toBe('Low & <b>Water')
  expect(textIn(own, 'description')).toBe('Low & <b>Water, read by a synthetic voice.')
  const html = '<p>Chapter 1 of Low &amp; &lt;b&gt;Water, read by a synthetic voice.</p>'
  expect(textIn(childrenOf(own, 'item')[0], 'description')).toBe(html)
})

test('no tag is one that Apple has not: its validator and that of W3C refuse it', async () => {
  const { read } = await fed([[20]])
  const tags = [...(await read()).body.matchAll(/<itunes:(\w+)/g)].map(([, name]) => name)
  expect([...new Set(tags)].sort()).toEqual([
    'author',
    'block',
    'category',
    'duration',
    'episode',
    'episodeType',
    'explicit',
    'image',
    'title',
    'type',
  ])
})

test('304 while it is the same; a changed paragraph is another guid once it is spoken', async () => {
  const { read, channel, inChapter, userId, chapter, work } = await fed([[20], [20]])
  const same = { 'if-none-match': String((await read()).headers.etag) }
  expect(await read(same)).toMatchObject({ status: 304, body: '' })
  const guids = async () => childrenOf(await channel(), 'item').map((item) => textIn(item, 'guid'))
  const before = await guids()
  const [paragraph] = (await chapter()).paragraphs
  await works.ask('PUT', `${inChapter}/paragraphs/${paragraph?.paragraphId}`, userId, { text: 'Another.' })
  expect(await guids()).toEqual(before)
  await work.speakAll()
  const after = await guids()
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
  expect((await read(same)).status).toBe(200)
})

test('a chapter that cannot be heard yet is no episode', async () => {
  const { channel } = await fed([[20]], { speak: false })
  expect(childrenOf(await channel(), 'item')).toEqual([])
})

test('a secret that never was, was renewed or revoked, or whose work is deleted, has the same answer', async () => {
  const { read, path, userId, feedPath } = await fed([[20]])
  expect((await read()).status).toBe(200)
  const renewed = (await works.ask('PUT', `${path}/feed`, userId)).body.url as string
  const gone = await read()
  expect(gone).toMatchObject({ status: 404, headers: { 'x-robots-tag': 'noindex, nofollow, noarchive' } })
  const problemOf = (body: string) => ({ ...JSON.parse(body), requestId: '' })
  const never = feedPath.replace(/\/feeds\/./, (start) => (start.endsWith('A') ? '/feeds/B' : '/feeds/A'))
  for (const address of [never, '/feeds/short/feed.xml', `/feeds/${'%C3%A4'.repeat(40)}/feed.xml`])
    expect(problemOf((await works.text('GET', address, callers.visitor)).body)).toEqual(problemOf(gone.body))
  const present = new URL(renewed).pathname
  expect((await works.text('GET', present, callers.visitor)).status).toBe(200)
  await works.ask('DELETE', `${path}/feed`, userId)
  expect(problemOf((await works.text('GET', present, callers.visitor)).body)).toEqual(problemOf(gone.body))
  const suspended = await fed([[20]])
  await works.deps.allowances.setSuspended(suspended.userId, true)
  expect(problemOf((await suspended.read()).body)).toEqual(problemOf(gone.body))
  const other = await fed([[20]])
  await works.ask('DELETE', other.path, other.userId)
  expect(problemOf((await other.read()).body)).toEqual(problemOf(gone.body))
})
