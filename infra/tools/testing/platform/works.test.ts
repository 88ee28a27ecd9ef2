import { randomUUID } from 'node:crypto'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { ChapterView, ParagraphVersions, WorkDryRun, WorkView } from '@utter/contracts/http/works/views'
import { Customer } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { ownPlatform } from '@utter/testing/setup/provided'
import { tagBytes } from '@utter/testing/tag-bytes'
import { expect, test } from 'vitest'

const { url } = ownPlatform()

const book = {
  title: 'Two boats',
  voiceId: 'joe',
  chapters: [
    {
      title: 'Out',
      paragraphs: [
        { text: 'The first boat went out at nine.' },
        { text: 'The second one stayed, and nobody asked why.' },
        { text: 'Then the rain came.' },
      ],
    },
    { title: 'Back', paragraphs: [{ text: 'By noon both of them were gone.' }] },
  ],
}
/** Bytes of a frame of 24 ms. */
const frame = 384

async function makeBook(customer: Customer, asked = book) {
  const { status, body } = await customer.post('/api/works', { ...asked, requestId: randomUUID() })
  expect(status).toBe(202)
  const { workId } = body as WorkView
  const path = `/api/works/${workId}`
  const read = async () => (await customer.get(path)).body as WorkView
  const ended = () =>
    eventually('all of it is spoken', async () => {
      const work = await read()
      return work.state === 'completed' ? work : undefined
    })
  const audio = async (chapter: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(new URL(`${path}/chapters/${chapter}/audio.mp3`, url), {
      headers: { ...customer.headers, ...headers },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: answer.headers, bytes, frames: bytes.subarray(tagBytes(bytes)) }
  }
  return { path, read, ended, audio }
}
const usedBy = async (customer: Customer) => ((await customer.get('/api/usage')).body as UsageView).apiCallsUsed
const jobsOf = async (customer: Customer) =>
  ((await customer.get('/api/jobs')).body as { id: string; userText: string }[]).map(({ id }) => id)

test('a book is spoken as its dry run says, heard by the chapter, and changed by the paragraph', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const { body: dry } = await customer.post('/api/works?dryRun=true', { ...book, requestId: 'dry' })
  expect(dry as WorkDryRun).toMatchObject({ chapters: 2, paragraphs: 4, calls: 2, cost: '0.00' })
  const { path, read, ended, audio } = await makeBook(customer)
  const { chapters, calls } = await ended()
  expect([calls, await usedBy(customer)]).toEqual([2, 2])
  const [first, second] = chapters
  const before = await audio(first?.chapterId ?? '')
  expect([before.status, before.headers.get('content-type')]).toEqual([200, 'audio/mpeg'])
  expect(before.frames.length).toBe(((first?.durationMs ?? 0) / 24) * frame)
  // Each frame begins where the one before ends, in the form that each sound is stored in.
  for (let at = 0; at < before.frames.length; at += frame)
    expect([before.frames[at], (before.frames[at + 1] ?? 0) >> 5]).toEqual([0xff, 7])
  const range = await audio(first?.chapterId ?? '', { range: `bytes=${frame}-${3 * frame - 1}` })
  expect([range.status, range.bytes.equals(before.bytes.subarray(frame, 3 * frame))]).toEqual([206, true])

  const inChapter = `${path}/chapters/${first?.chapterId}`
  const { paragraphs } = (await customer.get(inChapter)).body as ChapterView
  const jobs = await jobsOf(customer)
  const last = `${inChapter}/paragraphs/${paragraphs[2]?.paragraphId}`
  const changed = await customer.request('PUT', last, { body: { text: 'Then the long rain came down.' } })
  expect(changed.status).toBe(200)
  expect((await read()).chapters[0]).toMatchObject({ revision: 2, audioUrl: expect.any(String) })
  await ended()
  const after = await audio(first?.chapterId ?? '')
  expect(after.bytes.equals(before.bytes)).toBe(false)
  // A longer sentence, and the others as they were.
  expect(after.bytes.length).toBeGreaterThan(before.bytes.length)
  expect((await audio(second?.chapterId ?? '')).status).toBe(200)
  expect(await usedBy(customer)).toBe(3)
  // The change has one job; the one whose sound it has replaced is gone.
  const present = await jobsOf(customer)
  expect(present).toHaveLength(2)
  expect(present.filter((id) => !jobs.includes(id))).toHaveLength(1)

  // Nothing new is spoken when a paragraph goes, or comes back to its place as it was first.
  await customer.request('DELETE', last)
  await ended()
  expect(await usedBy(customer)).toBe(3)
  const { versions } = (await customer.get(`${inChapter}/versions`)).body as ParagraphVersions
  expect(versions.map(({ text, isRemoved }) => [text, isRemoved])).toEqual([
    ['Then the long rain came down.', true],
    ['Then the rain came.', false],
  ])
  expect((await customer.post(`${inChapter}/versions/${versions[1]?.versionId}/restore`)).status).toBe(200)
  await ended()
  expect(await usedBy(customer)).toBe(3)
  const again = await audio(first?.chapterId ?? '')
  // The same samples through the same encoder; its tag states the job that has spoken them now.
  expect(again.frames.equals(before.frames)).toBe(true)
})

test('a new edition costs what is new in it, as its dry run says', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const dryRun = async (asked: typeof book) =>
    (await customer.post('/api/works?dryRun=true', { ...asked, requestId: 'dry' })).body as WorkDryRun
  const { characters } = await dryRun(book)
  expect(await dryRun(book)).toMatchObject({ calls: 2, keptCharacters: 0 })
  await (await makeBook(customer)).ended()
  expect(await dryRun(book)).toMatchObject({ calls: 0, keptCharacters: characters })
  const [out, back] = book.chapters
  const added = { text: 'Nobody has seen them since.' }
  const edition = { ...book, chapters: [out, { title: 'Back', paragraphs: [...(back?.paragraphs ?? []), added] }] }
  const dry = await dryRun(edition as typeof book)
  expect([dry.calls, Math.abs((dry.keptCharacters ?? 0) - characters)]).toEqual([1, expect.toSatisfy((off) => off < 3)])
  await (await makeBook(customer, edition as typeof book)).ended()
  expect(await usedBy(customer)).toBe(3)
})

test('a book that is deleted is gone at once, with its jobs', async () => {
  const customer = await signUpOnPlan(url, 'creator')
  const { path, ended } = await makeBook(customer)
  const { chapters } = await ended()
  expect((await customer.request('DELETE', path)).status).toBe(204)
  expect((await customer.get(path)).status).toBe(404)
  expect((await customer.get(`${path}/chapters/${chapters[0]?.chapterId}/audio.mp3`)).status).toBe(404)
  await eventually('its jobs are deleted', async () => (await jobsOf(customer)).length === 0)
})

test('another account sees nothing of it', async () => {
  const [customer, stranger] = [await signUpOnPlan(url, 'creator'), await Customer.signUp(url)]
  const { path, ended } = await makeBook(customer)
  const { chapters } = await ended()
  const inChapter = `${path}/chapters/${chapters[0]?.chapterId}`
  for (const address of [path, inChapter, `${inChapter}/audio.mp3`])
    expect((await stranger.get(address)).status).toBe(404)
  expect((await stranger.get('/api/works')).body).toEqual([])
  expect((await stranger.post('/api/works', { ...book, requestId: 'r' })).status).toBe(403)
})
