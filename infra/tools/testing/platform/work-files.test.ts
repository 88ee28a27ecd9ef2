import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChapterView, WorkView } from '@utter/contracts/http/works/views'
import { ChapterWords } from '@utter/contracts/http/works/words'
import { runTool } from '@utter/local/cache/run-tool'
import { readSettings } from '@utter/local/settings'
import { transcode } from '@utter/speech/audio/transcode'
import { Customer } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { faultsOfEpub } from '@utter/testing/fetched/epub-check'
import { preparePython } from '@utter/testing/fetched/python-environment'
import { openFolder } from '@utter/testing/open-folder'
import { ownPlatform } from '@utter/testing/setup/provided'
import { unzip } from '@utter/testing/unzip'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const scripts = join(import.meta.dirname, '../python')
type Episode = { published: number }

const book = {
  title: 'Two boats & a <b>harbour',
  voiceId: 'joe',
  language: 'en-US',
  chapters: [
    {
      title: 'Out',
      paragraphs: [
        { text: 'The first boat went out at nine.' },
        { text: 'The second one [pause:1s] stayed, and nobody asked why.' },
        { text: 'Then the rain came.' },
      ],
    },
    { title: 'Back', paragraphs: [{ text: 'By noon both of them were gone.' }] },
  ],
}
const customer = await signUpOnPlan(url, 'creator')
const submitted = (await customer.post('/api/works', { ...book, requestId: randomUUID() })).body as WorkView
const path = `/api/works/${submitted.workId}`
const work = await eventually('all of it is spoken', async () => {
  const now = (await customer.get(path)).body as WorkView
  return now.state === 'completed' ? now : undefined
})
const chapterPath = ({ chapterId = '' }: { chapterId?: string } = {}) => `${path}/chapters/${chapterId}`

async function fetched(address: string, headers: Record<string, string> = customer.headers) {
  const answer = await fetch(new URL(address, url), { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const rate = 24_000
/** Samples of an mp3, as FFmpeg decodes it. */
function samplesOf(mp3: Buffer): Int16Array {
  const pcm = transcode(mp3, { format: 'pcm_24000', tempo: 1 })
  return new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2))
}
const msOf = (count: number) => (count * 1_000) / rate
/** The millisecond from which on there is a sound. */
const beginOf = (samples: Int16Array, fromMs = 0) => {
  const from = Math.round((fromMs * rate) / 1_000)
  return msOf(from + samples.subarray(from).findIndex((sample) => Math.abs(sample) > 1_000))
}

test('the words of a chapter are in order, within its mp3, and begin where it sounds', async () => {
  for (const [index, chapter] of work.chapters.entries()) {
    const words = ChapterWords.parse((await customer.get(`${chapterPath(chapter)}/words`)).body)
    const samples = samplesOf((await fetched(`${chapterPath(chapter)}/audio.mp3`)).bytes)
    expect(Math.abs(msOf(samples.length) - words.durationMs)).toBeLessThanOrEqual(50)
    const { paragraphs } = (await customer.get(chapterPath(chapter))).body as ChapterView
    expect(words.complete).toBe(true)
    expect(words.paragraphs.map(({ paragraphId }) => paragraphId)).toEqual(
      paragraphs.map(({ paragraphId }) => paragraphId),
    )
    const all = words.paragraphs.flatMap((one) => one.words ?? [])
    const times = all.flatMap(({ startMs, endMs }) => [startMs, endMs])
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(words.durationMs)
    expect(Math.abs(beginOf(samples) - (all[0]?.startMs ?? 0))).toBeLessThan(80)
    if (index > 0) continue
    expect(words.paragraphs.map((one) => one.words?.map(({ text }) => text).join(' '))).toEqual([
      'The first boat went out at nine',
      'The second one stayed and nobody asked why',
      'Then the rain came',
    ])
    // Behind the pause of a mark, and behind those between paragraphs.
    const behind = [words.paragraphs[1]?.words?.[3], words.paragraphs[1]?.words?.[0], words.paragraphs[2]?.words?.[0]]
    for (const word of behind) {
      const { startMs = 0 } = word ?? {}
      expect(Math.abs(beginOf(samples, startMs - 150) - startMs)).toBeLessThan(100)
    }
  }
})

test('after a change of a paragraph the others, whose pieces are kept, have their times as before', async () => {
  const [chapter] = work.chapters
  const read = async () => ChapterWords.parse((await customer.get(`${chapterPath(chapter)}/words`)).body)
  const before = await read()
  const last = before.paragraphs[2]?.paragraphId
  const changed = { body: { text: 'Then the long rain came down.' } }
  expect((await customer.request('PUT', `${chapterPath(chapter)}/paragraphs/${last}`, changed)).status).toBe(200)
  const after = await eventually('it is spoken again', async () => {
    const now = await read()
    return now.complete ? now : undefined
  })
  expect(after.paragraphs[2]?.words?.map(({ text }) => text).join(' ')).toBe('Then the long rain came down')
  for (const at of [0, 1]) {
    const [now, then] = [after, before].map(({ paragraphs }) => paragraphs[at]?.words ?? [])
    expect(now?.map(({ text }) => text)).toEqual(then?.map(({ text }) => text))
    // A quicker or a louder whole moves them by some milliseconds.
    for (const [index, word] of (now ?? []).entries())
      expect(Math.abs(word.startMs - (then?.[index]?.startMs ?? 0))).toBeLessThan(30)
  }
})

test('captions are the same words', async () => {
  const { status, headers, bytes } = await fetched(`${chapterPath(work.chapters[0])}/captions.vtt`)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8'])
  expect(bytes.toString()).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> [\d:.]+\nThe first boat went out at nine\n/)
  expect((await fetched(`${chapterPath(work.chapters[1])}/captions.srt`)).bytes.toString()).toMatch(/^1\n00:00:00,/)
})

test('the EPUB has no fault, and its clips are the whole of each mp3', async () => {
  const { status, headers, bytes } = await fetched(`${path}/epub`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/epub+zip'])
  expect(headers.get('content-length')).toBe(`${bytes.length}`)
  expect(await faultsOfEpub(bytes)).toEqual([])
  const files = unzip(bytes)
  for (const [name, clips] of [
    ['chapter-001', 3],
    ['chapter-002', 1],
  ] as const) {
    const smil = files.get(`EPUB/${name}.smil`)?.toString() ?? ''
    const times = [...smil.matchAll(/clip(?:Begin|End)="0:00:([\d.]+)"/g)].map(([, seconds]) => 1_000 * Number(seconds))
    expect(times).toHaveLength(2 * clips)
    expect(times[0]).toBe(0)
    for (let at = 1; at + 1 < times.length; at += 2) expect(times[at]).toBe(times[at + 1])
    const realMs = msOf(samplesOf(files.get(`EPUB/${name}.mp3`) ?? Buffer.alloc(0)).length)
    expect(Math.abs(realMs - (times.at(-1) ?? 0))).toBeLessThanOrEqual(50)
  }
})

/** As a podcast player has an episode. */
const enclosureOf = (item: string) => {
  const [, address = '', length = ''] = /<enclosure url="([^"]+)" length="(\d+)" type="audio\/mpeg"/.exec(item) ?? []
  return { address: new URL(address).pathname, length: Number(length) }
}

test('a podcast player has each chapter by the secret address, until it is renewed or revoked', async () => {
  const made = await customer.request('PUT', `${path}/feed`)
  expect(made.status).toBe(200)
  const feed = new URL((made.body as { url: string }).url).pathname
  const read = (address: string, headers: Record<string, string> = {}) => fetched(address, headers)
  const { status, headers, bytes } = await read(feed)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual([
    'noindex, nofollow, noarchive',
    'no-referrer',
  ])
  expect((await read(feed, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  const items = bytes.toString().split('<item>').slice(1)
  expect(items.map((item) => /<title>(.*)<\/title>/.exec(item)?.[1])).toEqual(['Out', 'Back'])
  for (const item of items) {
    const { address, length } = enclosureOf(item)
    const head = await fetch(new URL(address, url), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${length}`])
    const whole = await read(address)
    expect([whole.headers.get('content-type'), whole.bytes.length]).toEqual(['audio/mpeg', length])
    const part = await read(address, { range: 'bytes=500-' })
    expect([part.status, part.bytes.equals(whole.bytes.subarray(500))]).toEqual([206, true])
  }
  const renewed = new URL(((await customer.request('PUT', `${path}/feed`)).body as { url: string }).url).pathname
  const refused = await read(feed)
  expect([refused.status, (await read(enclosureOf(items[0] ?? '').address)).status]).toEqual([404, 404])
  expect((await read(renewed)).status).toBe(200)
  expect((await customer.request('DELETE', `${path}/feed`)).status).toBe(204)
  const withoutId = ({ bytes: body }: { bytes: Buffer }) => ({ ...JSON.parse(body.toString()), requestId: '' })
  const never = await read(`/feeds/${'a'.repeat(43)}/feed.xml`)
  expect([never.status, withoutId(never)]).toEqual([404, withoutId(await read(renewed))])
  expect(withoutId(never)).toEqual(withoutId(refused))
})

test('gPodder has the podcast as it is written, with a picture as large as directories want', async () => {
  const address = ((await customer.request('PUT', `${path}/feed`)).body as { url: string }).url
  const read = (own: string) => fetched(new URL(own).pathname, {})
  await using folder = await openFolder()
  const file = join(folder.path, 'feed.xml')
  await writeFile(file, (await read(address)).bytes)
  const { cacheDir } = readSettings(process.env)
  const { python, env } = await preparePython(join(scripts, 'podcastparser.txt'), { cacheDir, report: console.log })
  const podcast = JSON.parse(await runTool(python, [join(scripts, 'podcast_player.py'), address, file], { env }))
  expect(podcast).toMatchObject({
    title: book.title,
    description: `${book.title}, read by a synthetic voice.`,
    type: 'serial',
    explicit: false,
    language: 'en-US',
  })
  const now = (await customer.get(path)).body as WorkView
  const episodes = podcast.episodes.toSorted((one: Episode, other: Episode) => one.published - other.published)
  expect(episodes).toMatchObject(
    book.chapters.map(({ title }, index) => ({
      ...{ title, number: index + 1, type: 'full', enclosures: [{ mime_type: 'audio/mpeg' }] },
      description_html: `<p>Chapter ${index + 1} of Two boats &amp; a &lt;b&gt;harbour, read by a synthetic voice.</p>`,
      total_time: Math.round((now.chapters[index]?.durationMs ?? 0) / 1_000),
    })),
  )
  const { headers, bytes } = await read(podcast.cover_url)
  expect(headers.get('content-type')).toBe('image/png')
  // The header of a PNG (RFC 2083): width, height, and colours without transparency.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes.readUInt8(25)]).toEqual([1_400, 1_400, 2])
  expect((await customer.request('DELETE', `${path}/feed`)).status).toBe(204)
})

test('nobody else reads along', async () => {
  const stranger = await Customer.signUp(url)
  for (const address of [
    `${chapterPath(work.chapters[0])}/words`,
    `${chapterPath(work.chapters[0])}/captions.vtt`,
    `${path}/epub`,
  ]) {
    expect([address, (await stranger.get(address)).status]).toEqual([address, 404])
    expect([address, (await new Customer(url).get(address)).status]).toEqual([address, 401])
  }
})
