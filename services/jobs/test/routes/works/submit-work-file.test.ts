import { noWorksSentence } from '@utter/contracts/http/works/requests'
import type { ChapterView } from '@utter/contracts/http/works/views'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { openWorkRoutes } from '../../support/open-works.ts'

const works = await closedAfterAll(openWorkRoutes('file'))

const markdown =
  '---\ntitle: Two boats\nlang: en\n---\n\n# Out\n\nIt went *out*.\n\nAt nine.\n\n# Back\n\nIt came back.\n'

async function send(
  file: string | Buffer,
  query: Record<string, string>,
  {
    tier = 'creator',
    headers = {},
    userId,
  }: { tier?: TierName; headers?: Record<string, string>; userId?: string } = {},
) {
  const owner = userId ?? (await works.account(tier))
  const address = `/api/works/file?${new URLSearchParams({ voiceId: 'default', ...query })}`
  const sent = { body: Buffer.from(file), headers: { 'content-type': 'application/octet-stream', ...headers } }
  const { raw, ...answer } = await works.bytes('POST', address, works.caller(owner, tier), sent)
  return { ...answer, userId: owner, body: JSON.parse(String(raw)) }
}

test('its chapters and paragraphs are those of the file, with its title and language', async () => {
  const { status, headers, body, userId } = await send(markdown, { name: 'boats.md', requestId: 'r' })
  expect(status).toBe(202)
  expect(headers.location).toBe(`/api/works/${body.workId}`)
  expect(body).toMatchObject({
    title: 'Two boats',
    language: 'en',
    chapters: [
      { title: 'Out', paragraphCount: 2 },
      { title: 'Back', paragraphCount: 1 },
    ],
  })
  const path = `/api/works/${body.workId}/chapters/${body.chapters[0].chapterId}`
  const chapter = (await works.ask('GET', path, userId)).body as ChapterView
  expect(chapter.paragraphs.map(({ text }) => text)).toEqual(['It went out.', 'At nine.'])
  // The same file again is the same work.
  const again = await send(markdown, { name: 'boats.md', requestId: 'r' }, { userId })
  expect(again).toMatchObject({ status: 200, body: { workId: body.workId } })
})

test('a dry run tells what was read in it, and keeps nothing', async () => {
  const { status, body, userId } = await send('Chapter 1\n\nOne.\n\nChapter 2\n\nTwo.', {
    name: 'A book.txt',
    requestId: 'r',
    dryRun: 'true',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    title: 'A book',
    calls: 2,
    contents: [
      { title: 'Chapter 1', characters: 4, paragraphs: 1, calls: 1 },
      { title: 'Chapter 2', characters: 4, paragraphs: 1, calls: 1 },
    ],
  })
  expect((await works.ask('GET', '/api/works', userId)).body).toEqual([])
})

const script = '# One\n\nNight.\n\nAnna: Who is there?\nBen: Me.\n\nAnna: Good.\n\n# Two\n\nDay.\n'

test('lines of its speakers are their paragraphs, and chapters have voices', async () => {
  const { status, body, userId } = await send(script, {
    name: 'a.md',
    requestId: 'r',
    speakers: '{"Anna":"kate"}',
    chapterVoices: '[null,"joe"]',
  })
  expect(status).toBe(202)
  expect(body).toMatchObject({
    speakers: { Anna: 'kate' },
    chapters: [{ title: 'One' }, { title: 'Two', voiceId: 'joe' }],
  })
  expect(body.chapters[0]).not.toHaveProperty('voiceId')
  const path = `/api/works/${body.workId}/chapters/${body.chapters[0].chapterId}`
  const { paragraphs } = (await works.ask('GET', path, userId)).body as ChapterView
  expect(paragraphs.map(({ text, speaker }) => [text, speaker])).toEqual([
    ['Night.', undefined],
    ['Who is there? Ben: Me.', 'Anna'],
    ['Good.', 'Anna'],
  ])
})

test('a dry run tells the names that begin its lines, whether their lines are theirs or not', async () => {
  for (const query of [{}, { speakers: '{"Anna":"kate"}' }])
    expect((await send(script, { name: 'a.md', dryRun: 'true', ...query })).body).toMatchObject({
      speakers: [{ name: 'Anna', lines: 2 }],
    })
})

test.each([
  ['speakers', 'Anna', 'speakers must be an object with a voice for each name'],
  ['speakers', '["Anna"]', 'speakers must be an object with a voice for each name'],
  ['speakers', '{}', 'At least 1 speaker is required'],
  ['speakers', '{"A:b":"kate"}', /name must be 1 to 50 characters/],
  ['speakers', `{${Array.from({ length: 21 }, (_, at) => `"${at}":"kate"`)}}`, 'Maximum 20 speakers'],
  ['chapterVoices', '{', 'chapterVoices must be a list of voice ids or null'],
  ['chapterVoices', '[null,null,"joe"]', 'The file has 2 chapters'],
  ['chapterVoices.0', '[7]', 'Voice ID must be a string'],
] as const)('400 at %s for %s', async (field, value, message) => {
  const { status, body } = await send(script, { name: 'a.md', requestId: 'r', [field.split('.')[0] ?? '']: value })
  expect(status).toBe(400)
  expect(body.details).toMatchObject([{ field, message: expect.stringMatching(message) }])
})

test('a title of the request counts before that of the file, and a key in the header as a request id', async () => {
  const { status, body } = await send(
    markdown,
    { name: 'boats.md', title: 'My boats' },
    { headers: { 'idempotency-key': 'by-header' } },
  )
  expect(status).toBe(202)
  expect(body).toMatchObject({ title: 'My boats', requestId: 'by-header' })
})

test.each([
  ['no file', '', { name: 'a.txt', requestId: 'r' }, 'file', 'The request must have a file as its body'],
  ['no text in it', ' \n\n ', { name: 'a.txt', requestId: 'r' }, 'file', /./],
  ['a broken archive', 'PK\x03\x04 and no more', { name: 'a.epub', requestId: 'r' }, 'file', /./],
  [
    'too long a text',
    Buffer.alloc(8 * 1024 * 1024 + 1, 'a'),
    { name: 'a.txt', requestId: 'r' },
    'file',
    'The text is too long',
  ],
  ['no request id', markdown, { name: 'a.md' }, 'requestId', 'Request ID is required'],
  [
    'a mark that cannot be done',
    'Wait [pause:99s].',
    { name: 'a.txt', requestId: 'r' },
    'chapters.0.paragraphs.0.text',
    /99s/,
  ],
] as const)('400 for %s', async (_, file, query, field, message) => {
  const { status, body } = await send(file, query)
  expect(status).toBe(400)
  expect(body.details).toMatchObject([{ field, message: expect.stringMatching(message) }])
})

test('400 without a voice', async () => {
  const userId = await works.account('creator')
  const { raw } = await works.bytes('POST', '/api/works/file?requestId=r', works.caller(userId), {
    body: Buffer.from('Hello.'),
    headers: { 'content-type': 'text/plain' },
  })
  expect(JSON.parse(String(raw))).toMatchObject(invalid('voiceId', 'Voice ID is required').body)
})

test('413 for a file of more than 16 MB', async () => {
  const { status, body } = await send(Buffer.alloc(16 * 1024 * 1024 + 1, 'a'), { name: 'a.epub', requestId: 'r' })
  expect([status, body.code]).toEqual([413, 'body_too_large'])
})

test('415 for a file of another kind', async () => {
  expect(await send('%PDF-1.7', { name: 'a.pdf', requestId: 'r' })).toMatchObject(
    problem(415, 'The file must be a text, Markdown, an EPUB or a Word document', 'unsupported_media_type'),
  )
})

test.each<TierName>(['free', 'starter'])('403 on the plan %s', async (tier) => {
  expect(await send(markdown, { name: 'a.md', requestId: 'r' }, { tier })).toMatchObject(
    problem(403, noWorksSentence(standardPlans), 'plan_required'),
  )
})
