import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { ChapterView, WorkDryRun, WorkView } from '@utter/contracts/http/works/views'
import { ttsDefaults } from '@utter/contracts/jobs'
import { pieceId } from '@utter/speech/domain/kept/piece-file'
import { pieceKey } from '@utter/speech/domain/kept/piece-key'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { arm } from '@utter/testing/faults/failpoints'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { testOperator } from '@utter/testing/setup/operator'
import { keepAllAway } from '@utter/testing/setup/processes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { startReplica } from '@utter/testing/setup/replica'
import { testStores } from '@utter/testing/setup/stores'
import { openFakeElevenLabs } from '@utter/testing/vendors/fake-elevenlabs'
import { createConnection } from 'mongoose'
import { expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const voiceId = 'premadeRachel'
const vendor = await closedAfterAll(openFakeElevenLabs())
// The platform's own speech knows no vendor.
await closedAfterAll(keepAllAway(['speech']))
const speech = await closedAfterAll(
  startReplica(
    'speech',
    {
      ...{ SPEECH_PROVIDER: 'local', ELEVENLABS_API_KEY: 'a key', ELEVENLABS_BASE_URL: vendor.url },
      // More than it speaks at once, so that it never waits for what a dead process has taken.
      ELEVENLABS_MAX_CONCURRENT: '16',
      FAILPOINTS_DIR: join(dataDir, 'failpoints', 'speech'),
    },
    { keptUp: { changed: () => {} } },
  ),
)
const mongo = await closedAfterAll(createConnection((await testStores()).mongoUrl).asPromise())
const customer = await signUpOnPlan(url, 'creator')
const userId = customer.user?.id ?? ''
await (await testOperator()).setRate(customer.email, 100_000)

/** Pieces of a section whose calls a death may repeat: the one that is being kept, and the one that is being spoken behind it. */
const unkeptEach = 2
/** Sections that an account has in flight. */
const sections = 3

const textOf = (chapter: string, index: number) => `On day ${index + 1} the ${chapter} boat went out.`
const bookOf = (title: string, chapters: string[], paragraphs: number) => ({
  ...{ title, voiceId, requestId: randomUUID() },
  chapters: chapters.map((chapter) => ({
    title: chapter,
    paragraphs: Array.from({ length: paragraphs }, (_, index) => ({ text: textOf(chapter, index) })),
  })),
})
type Book = ReturnType<typeof bookOf>
const textsOf = ({ chapters }: Book) => chapters.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text))

/** Texts that the vendor was asked to speak, as they came. */
const spoken = () => vendor.spoken().map(({ body }) => String(body.text))
const keyOf = pieceKey({ settings: ttsDefaults }, { id: voiceId, model: 'eleven_multilingual_v2' })
/** Texts whose sound is kept. */
async function kept(texts: string[]): Promise<Set<string>> {
  const pieces = await mongo.useDb('speech').collection<{ _id: string }>('pieces').find({ userId }).toArray()
  const ids = new Set(pieces.map(({ _id }) => _id))
  return new Set(texts.filter((text) => ids.has(pieceId(userId, keyOf(text)))))
}
const callsUsed = () =>
  eventually('usage is answered', async () => {
    const { status, body } = await customer.get('/api/usage')
    return status === 200 && { calls: (body as UsageView).apiCallsUsed }
  })

/** Texts that were not kept when speech died while it spoke them: each is asked for again, once. */
const unkept: string[] = []
let before = 0
/** Speech dies at this failpoint. */
async function speechDies(failpoint: string): Promise<void> {
  const { pid } = speech
  const file = arm('speech', failpoint)
  // Another is started a third of a second later, when a write that it had sent is there.
  await eventually(`speech has died at ${failpoint}`, () => !existsSync(file) && speech.pid !== pid)
  const [texts, keptNow] = [spoken().slice(before), await kept(spoken())]
  const lost = texts.filter((text) => !keptNow.has(text))
  expect(lost.length).toBeLessThanOrEqual(unkeptEach * sections)
  unkept.push(...lost)
  before += texts.length
}
async function jobsDies(failpoint: string): Promise<void> {
  const file = arm('jobs', failpoint)
  await eventually(`jobs has died at ${failpoint}`, () => !existsSync(file))
}
/** Sends a request until jobs has died of it. */
async function diesOf(failpoint: string, send: () => Promise<unknown>): Promise<void> {
  const file = arm('jobs', failpoint)
  await eventually(`jobs has died at ${failpoint}`, async () => {
    await send()
    return !existsSync(file)
  })
}

const post = (book: Book) => customer.post('/api/works', book)
const dryRun = async (book: Book) => (await customer.post('/api/works?dryRun=true', book)).body as WorkDryRun
const accepted = (book: Book) =>
  eventually('it is accepted', async () => {
    const { status, body } = await post(book)
    return (status === 202 || status === 200) && (body as WorkView).workId
  })
const completed = (workId: string) =>
  eventually('all of it is spoken', async () => {
    const { status, body } = await customer.get(`/api/works/${workId}`)
    return status === 200 && (body as WorkView).state === 'completed' && (body as WorkView)
  })

const long = bookOf('A year', ['red', 'blue', 'green', 'white'], 9)
const short = bookOf('A week', ['black'], 3)
const shorter = bookOf('A day', ['grey'], 1)
const books = [long, short, shorter]

test('a book is spoken once, and costs what its dry run says, though jobs and speech die at each step of its road', async () => {
  const calls = await Promise.all(books.map(async (book) => (await dryRun(book)).calls))
  expect(calls).toEqual([4, 1, 1])
  await diesOf('work-inserted', () => post(short))
  await diesOf('chapters-inserted', () => post(shorter))
  const deaths = (async () => {
    await Promise.all([jobsDies('section-submitted'), speechDies('piece-written')])
    await Promise.all([jobsDies('settled'), speechDies('recording-written')])
    await Promise.all([jobsDies('ends-applied'), speechDies('finished')])
  })()
  const ids = await Promise.all(books.map(accepted))
  await deaths
  const works = await Promise.all(ids.map(completed))
  const texts = books.flatMap(textsOf)
  console.info(`${texts.length} paragraphs, ${spoken().length} calls of the vendor, ${unkept.length} of them repeated`)
  expect(spoken().sort()).toEqual([...texts, ...unkept].sort())
  expect(await kept(texts)).toEqual(new Set(texts))
  expect(works.map((work) => work.calls)).toEqual(calls)
  expect(await callsUsed()).toEqual({ calls: 6 })
  await expectAtRest(customer)
})

test('a paragraph that is changed while jobs and speech die is spoken once, for one call', async () => {
  const workId = await accepted(short)
  const { chapters, calls } = await completed(workId)
  const inChapter = `/api/works/${workId}/chapters/${chapters[0]?.chapterId}`
  const { paragraphs } = (await customer.get(inChapter)).body as ChapterView
  const text = 'On the third day nobody went out.'
  const change = () =>
    customer.request('PUT', `${inChapter}/paragraphs/${paragraphs[2]?.paragraphId}`, { body: { text } })
  const [already, used] = [spoken().length, await callsUsed()]
  const deaths = Promise.all([speechDies('piece-kept'), jobsDies('settled')])
  await diesOf('edit-announced', change)
  await diesOf('chapter-edited', change)
  await eventually('the change is answered', async () => (await change()).status === 200)
  await deaths
  const after = await eventually('it is spoken as it is now', async () => {
    const work = await completed(workId)
    return work.chapters[0]?.revision === 2 && work
  })
  expect(spoken().slice(already)).toEqual([text])
  expect(after.calls).toBe(calls + 1)
  expect(await callsUsed()).toEqual({ calls: used.calls + 1 })
  await expectAtRest(customer)
})
