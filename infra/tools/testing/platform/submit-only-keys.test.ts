import { randomUUID } from 'node:crypto'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import type { ChapterView, ParagraphVersions, WorkView } from '@utter/contracts/http/works/views'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { makeEnterprise } from '@utter/testing/customers/enterprise'
import { registeredRoutes } from '@utter/testing/routes/registered-routes'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
/** The sound of the text that a client of OpenAI's or ElevenLabs' sends is what it asks for, and all that it is answered. */
const soundOfOwnText = /^\/v1\/(?:audio\/speech|text-to-speech\/)/
const routes = (await registeredRoutes({ withPlugins: true })).filter(
  ({ access, path }) => access === 'jobs:write' && !soundOfOwnText.test(path),
)

/** Texts that no answer may have: the owner's, which a program with such a key does not know. */
const secret = 'Only the owner reads this sentence.'
const [owner, free] = [await Customer.signUp(url), await Customer.signUp(url)]
await makeEnterprise(owner)
const made = await owner.post('/api/keys', { name: 'to submit alone', scopes: ['jobs:write'] })
const program = new Customer(url, { authorization: `Bearer ${(made.body as CreatedApiKey).key}` })
// It may repeat what the owner submitted, and then it is told what it was.
program.mayBeCached = true

const untilEnded = { prefer: 'wait=30' }
const request = () => ({ userText: secret, requestId: randomUUID(), voiceId: 'default' })
const ended = (path: string, body = request()) => owner.post(path, body, untilEnded)

const inChapter = '/api/works/:id/chapters/:chapterId/paragraphs'
const restore = '/api/works/:id/chapters/:chapterId/versions/:versionId/restore'
/** A work of the owner's, whose title the program may know: it is that of a book. */
const book = (chapters = 1) => ({
  ...{ title: 'A book', requestId: randomUUID(), voiceId: 'default' },
  chapters: Array.from({ length: chapters }, () => ({
    title: 'A chapter',
    paragraphs: Array.from({ length: 30 }, () => ({ text: `${secret} ${randomUUID()}` })),
  })),
})
const owned = async (work: ReturnType<typeof book>) => (await owner.post('/api/works', work)).body as WorkView
/** The paths of a chapter's paragraphs, and of the second one of them. */
async function place() {
  const { workId, chapters } = await owned(book())
  const path = `/api/works/${workId}/chapters/${chapters[0]?.chapterId}`
  const { paragraphs } = (await owner.get(path)).body as ChapterView
  return {
    inChapter: path,
    chapter: `${path}/paragraphs`,
    paragraph: `${path}/paragraphs/${paragraphs[1]?.paragraphId}`,
  }
}

type Write = { path?: string; body?: unknown; raw?: string; headers?: Record<string, string> }
/** How each of the routes is asked, by its path, or with its method where it has two, about what the owner has made where it takes an id. */
const writes: Record<string, () => Promise<Write>> = {
  '/api/reply': async () => ({ body: request(), headers: untilEnded }),
  '/api/tts': async () => {
    const body = request()
    expect(await ended('/api/tts', body)).toMatchObject({ status: 200, body: { audioUrl: expect.any(String) } })
    return { body }
  },
  '/api/jobs/:id/cancel': async () => {
    // Two of a free account run; the third waits.
    const { body } = await free.post('/api/keys', { name: 'to submit alone', scopes: ['jobs:write'] })
    const submitted = []
    for (let i = 0; i < 3; i++) submitted.push(await free.speak(`${secret} `.repeat(8)))
    const headers = { authorization: `Bearer ${(body as CreatedApiKey).key}` }
    return { path: `/api/jobs/${jobIdOf(submitted[2]!)}/cancel`, headers }
  },
  '/api/jobs/:id/retry': async () => ({
    path: `/api/jobs/${jobIdOf(await ended('/api/reply'))}/retry`,
    body: {},
    headers: untilEnded,
  }),
  '/api/jobs/:id/share': async () => ({ path: `/api/jobs/${jobIdOf(await ended('/api/tts'))}/share` }),
  '/api/jobs/:id/tags': async () => ({
    path: `/api/jobs/${jobIdOf(await ended('/api/tts'))}/tags`,
    body: { tags: ['news'] },
  }),
  '/api/batch': async () => ({ body: { jobs: [request()] } }),
  '/api/batch/:id/cancel': async () => {
    const { body } = await owner.post('/api/batch', { jobs: [request()] })
    return { path: `/api/batch/${(body as { batchId: string }).batchId}/cancel` }
  },
  'GET /api/pronunciations': async () => ({}),
  '/api/pronunciations': async () => ({ body: { entries: [] } }),
  '/api/works': async () => ({ body: book() }),
  '/api/works/file': async () => ({
    path: `/api/works/file?voiceId=default&name=a.txt&requestId=${randomUUID()}`,
    raw: secret,
    headers: { 'content-type': 'text/plain' },
  }),
  '/api/works/:id/pause': async () => ({ path: `/api/works/${(await owned(book(3))).workId}/pause` }),
  '/api/works/:id/resume': async () => {
    const { workId } = await owned(book(3))
    await owner.post(`/api/works/${workId}/pause`)
    return { path: `/api/works/${workId}/resume` }
  },
  '/api/works/:id/cancel': async () => ({ path: `/api/works/${(await owned(book(3))).workId}/cancel` }),
  '/api/works/:id/feed': async () => ({ path: `/api/works/${(await owned(book(3))).workId}/feed` }),
  '/api/works/:id/chapters/:chapterId/voice': async () => ({
    path: (await place()).chapter.replace(/paragraphs$/, 'voice'),
    body: {},
  }),
  [`POST ${inChapter}`]: async () => ({ path: (await place()).chapter, body: { text: secret } }),
  [`PUT ${inChapter}/:paragraphId`]: async () => ({
    path: (await place()).paragraph,
    body: { text: `${secret} Mine.` },
  }),
  [`DELETE ${inChapter}/:paragraphId`]: async () => ({ path: (await place()).paragraph }),
  [`POST ${inChapter}/:paragraphId/move`]: async () => ({ path: `${(await place()).paragraph}/move`, body: {} }),
  [restore]: async () => {
    const { inChapter: path, paragraph } = await place()
    await owner.request('DELETE', paragraph)
    const { versions } = (await owner.get(`${path}/versions`)).body as ParagraphVersions
    return { path: `${path}/versions/${versions[0]?.versionId}/restore` }
  },
  '/api/chat': async () => ({ body: { message: 'Say hello.' } }),
}

test.each(routes.map(({ method, path }): [string, string] => [method, path]))(
  'a key that may submit alone is answered no text, no reply and no audio: %s %s',
  async (method, path) => {
    const write = await (writes[`${method} ${path}`] ?? writes[path])?.()
    expect(write, 'a new write: say above how a key that may submit alone asks for it').toBeDefined()
    const { path: at = path, ...more } = write ?? {}
    const { status, body } = await program.request(method, at, more)
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    for (const told of [secret, 'userText', 'aiResponse', 'audioUrl', '/audio/'])
      expect(JSON.stringify(body)).not.toContain(told)
  },
)
