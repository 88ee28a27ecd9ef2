import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { PassThrough, Readable } from 'node:stream'
import { noWorksSentence } from '@utter/contracts/http/works/requests'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { invalid, problem } from '@utter/testing/problems'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import type { ShownWork } from '../../../src/domain/works/work.ts'
import { paragraphsOf, workRequest } from '../../support/a-work.ts'
import { openWorkRoutes } from '../../support/open-works.ts'

/** How much of a text speech has kept; undefined: it has kept nothing of the account. */
let shareOf: ((text: string) => number) | undefined
/** Awaited before speech answers. */
let hold: (() => Promise<void>) | undefined
const asked: string[] = []
beforeEach(() => {
  ;[shareOf, hold] = [undefined, undefined]
  asked.splice(0)
})
const keptPieces: Deps['keptPieces'] = {
  async shareOf({ userText }) {
    asked.push(userText)
    await hold?.()
    return { hasAny: shareOf !== undefined, share: shareOf?.(userText) ?? 0 }
  },
}
const works = await closedAfterAll(openWorkRoutes('submit', { keptPieces }))
const { ask } = works
const submit = async (body: unknown, query = '', tier?: TierName) =>
  ask('POST', `/api/works${query}`, await works.account(tier ?? 'creator'), body, tier)

test('202 with each chapter as it is, and where it is read', async () => {
  const userId = await works.account('creator')
  const { status, headers, body } = await ask('POST', '/api/works', userId, {
    ...workRequest('r', [300, 200], [12_000 - 2_000, 5_000]),
    colour: 'red',
  })
  expect(status).toBe(202)
  expect(headers.location).toBe(`/api/works/${body.workId}`)
  expect(body).toMatchObject({
    title: 'A book',
    state: 'speaking',
    characters: 15_500,
    progress: 0,
    calls: 0,
    chapters: [
      { title: 'Chapter 1', state: 'waiting', characters: 500, paragraphCount: 2, revision: 1 },
      { title: 'Chapter 2', state: 'waiting', characters: 15_000, paragraphCount: 2 },
    ],
    warnings: ['Unknown field: colour'],
  })
})

test('200 for the same request again, 409 for another one under its id', async () => {
  const userId = await works.account('creator')
  const first = await ask('POST', '/api/works', userId, workRequest('r', [20]))
  expect(await ask('POST', '/api/works', userId, workRequest('r', [20]))).toMatchObject({
    status: 200,
    body: { workId: first.body.workId },
  })
  expect(await ask('POST', '/api/works', userId, workRequest('r', [30]))).toMatchObject({ status: 409 })
})

test('a dry run has its size, its calls and its price, and keeps nothing', async () => {
  const userId = await works.account('creator')
  const body = workRequest('r', [10_000, 10_000, 5], [500])
  expect(await ask('POST', '/api/works?dryRun=true', userId, body)).toMatchObject({
    status: 200,
    body: { characters: 20_505, chapters: 2, paragraphs: 4, calls: 4, cost: '0.00' },
  })
  expect((await ask('GET', '/api/works', userId)).body).toEqual([])
})

describe('of what other works of the account have kept', () => {
  const book = workRequest('r', [10_000, 10_000, 400], [500])
  const dryRun = async () => ask('POST', '/api/works?dryRun=true', await works.account('creator'), book)

  test('a part that is kept whole takes no call, and all that is kept is told', async () => {
    shareOf = (text) => (text.length > 9_000 ? 1 : 0.25)
    expect((await dryRun()).body).toMatchObject({ characters: 20_900, calls: 2, keptCharacters: 20_000 + 100 + 125 })
    expect(asked).toHaveLength(4)
  })
  test('nothing is asked for after the first part, where the account has kept nothing', async () => {
    expect((await dryRun()).body).toMatchObject({ calls: 4, keptCharacters: 0 })
    expect(asked).toHaveLength(1)
  })
  test('nothing is said beside another dry run of the account, and of another one all of it', async () => {
    const [answered, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    hold = async () => {
      begun.resolve()
      await answered.promise
    }
    shareOf = () => 1
    const userId = await works.account('creator')
    const first = ask('POST', '/api/works?dryRun=true', userId, book)
    await begun.promise
    hold = undefined
    expect((await ask('POST', '/api/works?dryRun=true', userId, book)).body).toMatchObject({ calls: 4 })
    expect((await dryRun()).body).toMatchObject({ calls: 0 })
    answered.resolve()
    expect((await first).body).toMatchObject({ calls: 0 })
  })
  test('nothing is said where speech does not tell it, and each part takes a call', async () => {
    shareOf = (text) => (text.length > 9_000 ? 1 : expect.unreachable('speech is away'))
    const { status, body } = await dryRun()
    expect([status, body.calls]).toEqual([200, 4])
    expect(body).not.toHaveProperty('keptCharacters')
  })
})

describe('while they come', () => {
  afterEach(() => vi.unstubAllEnvs())
  const json = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  /** A work whose end is sent later. */
  async function begun(userId: string) {
    const whole = JSON.stringify(workRequest(randomUUID(), [20]))
    const body = new PassThrough()
    const isRead = new Promise((resolve) => body.once('drain', resolve))
    // More than what is read ahead: it is taken from the line, whatever its end.
    body.write(' '.repeat(200_000))
    const answer = works.request('POST', '/api/works', works.caller(userId), { body, headers: json })
    await isRead
    return { end: () => body.end(whole), answer }
  }

  test('three works of an account come at once, a fourth is refused, and those of others come', async () => {
    const userId = await works.account('creator')
    const coming = [await begun(userId), await begun(userId), await begun(userId)]
    expect(await ask('POST', '/api/works', userId, workRequest('r', [20]))).toMatchObject({
      status: 429,
      body: { code: 'too_many_at_once' },
    })
    expect(await submit(workRequest('r', [20]))).toMatchObject({ status: 202 })
    for (const { end } of coming) end()
    for (const { answer } of coming) expect(await answer).toMatchObject({ status: 202 })
    expect(await ask('POST', '/api/works', userId, workRequest('r', [20]))).toMatchObject({ status: 202 })
  })

  test('four are in memory at once, and the next one waits for its turn', async () => {
    const answered = Promise.withResolvers<void>()
    hold = () => answered.promise
    shareOf = () => 0
    const dryRuns = []
    for (let at = 0; at < 5; at++) dryRuns.push(submit(workRequest('r', [20]), '?dryRun=true'))
    await expect.poll(() => asked.length).toBe(4)
    expect(await ask('GET', '/api/works', await works.account('creator'))).toMatchObject({ status: 200 })
    expect(asked).toHaveLength(4)
    answered.resolve()
    for (const answer of dryRuns) expect(await answer).toMatchObject({ status: 200, body: { calls: 1 } })
    expect(asked).toHaveLength(5)
  })

  test('one that pauses for ten seconds is given up, and its place is free', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const userId = await works.account('creator')
    const { answer } = await begun(userId)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await answer).toMatchObject({ status: 408, body: { code: 'body_timeout' } })
    expect(await ask('POST', '/api/works', userId, workRequest('r', [20]))).toMatchObject({ status: 202 })
  })

  test('one without a body, or of another type, is refused by its sentence, and nothing is kept of it', async () => {
    await using folder = await openFolder()
    vi.stubEnv('TMPDIR', folder.path)
    const caller = works.caller(await works.account('creator'))
    expect(await works.request('POST', '/api/works', caller, { headers: json })).toMatchObject({ status: 400 })
    const text = { body: Readable.from(['A book.']), headers: { ...json, 'content-type': 'application/xml' } }
    expect(await works.request('POST', '/api/works', caller, text)).toMatchObject({ status: 415 })
    expect(await readdir(folder.path)).toEqual([])
  })

  test.each([
    ['more than 8 MB', `"${'a'.repeat(8 * 1024 * 1024)}"`, 413, 'body_too_large'],
    ['no JSON', '{"title": ', 400, 'invalid_json'],
    ['no UTF-8', Buffer.from([34, 0xff, 34]), 400, 'invalid_utf8'],
  ] as const)('%s is refused as anywhere', async (_, body, status, code) => {
    const sent = { body: Readable.from([Buffer.from(body)]), headers: json }
    const caller = works.caller(await works.account('creator'))
    expect(await works.request('POST', '/api/works', caller, sent)).toMatchObject({ status, body: { code } })
  })
})

test('a dry run needs no request id', async () => {
  const { requestId: _, ...body } = workRequest('r', [20])
  expect(await submit(body, '?dryRun=true')).toMatchObject({ status: 200, body: { calls: 1 } })
  expect(await submit(body)).toMatchObject(invalid('requestId', 'Request ID is required'))
})

test('an account has at most 200 works, those that are being deleted left out', async () => {
  const userId = await works.account('creator')
  const first = (await ask('POST', '/api/works', userId, workRequest('0', [20]))).body.workId
  const [work] = await works.deps.works.page(userId, 1)
  for (let index = 1; index < 200; index++)
    await works.deps.works.insert({ ...(work as ShownWork), _id: randomUUID(), requestId: `${index}` })
  expect(await ask('POST', '/api/works', userId, workRequest('more', [20]))).toMatchObject(
    problem(409, 'An account has at most 200 works: delete one first', 'too_many_works'),
  )
  // A repetition finds its work all the same.
  expect(await ask('POST', '/api/works', userId, workRequest('0', [20]))).toMatchObject({ status: 200 })
  await ask('DELETE', `/api/works/${first}`, userId)
  expect((await ask('POST', '/api/works', userId, workRequest('more', [20]))).status).toBe(202)
})

test('a dry run tells why its calls would be refused', async () => {
  const userId = await works.account('creator', 0)
  const { body } = await ask('POST', '/api/works?dryRun=true', userId, workRequest('r', [500]))
  expect(Number(body.cost) > 0 || body.refusal !== undefined).toBe(true)
})

test.each<TierName>(['free', 'starter'])('403 on the plan %s', async (tier) => {
  expect(await submit(workRequest('r', [20]), '', tier)).toMatchObject(
    problem(403, noWorksSentence(standardPlans), 'plan_required'),
  )
})

const [chapter] = workRequest('r', [20]).chapters
const of = (more: object) => ({ ...workRequest('r', [20]), ...more })
const paragraph = (more: object) => of({ chapters: [{ ...chapter, paragraphs: [{ text: 'Hello', ...more }] }] })
test.each([
  [of({ title: ' ' }), 'title', 'Title is required'],
  [of({ requestId: null }), 'requestId', 'Request ID is required'],
  [of({ voiceId: null }), 'voiceId', 'Voice ID is required'],
  [of({ chapters: [] }), 'chapters', 'At least 1 chapter is required'],
  [of({ chapters: [{ ...chapter, title: '' }] }), 'chapters.0.title', 'Chapter title is required'],
  [of({ chapters: [{ ...chapter, paragraphs: [] }] }), 'chapters.0.paragraphs', 'At least 1 paragraph is required'],
  [paragraph({ text: '' }), 'chapters.0.paragraphs.0.text', 'Paragraph text is required'],
  [paragraph({ text: '[pause:1s]' }), 'chapters.0.paragraphs.0.text', 'Paragraph text is required'],
  [
    paragraph({ text: 'a'.repeat(10_001) }),
    'chapters.0.paragraphs.0.text',
    'Paragraph text must be at most 10000 characters',
  ],
  [
    of({ chapters: [{ title: 'Long', paragraphs: paragraphsOf(...Array.from({ length: 11 }, () => 10_000)) }] }),
    'chapters.0.paragraphs',
    'A chapter must be at most 100000 characters',
  ],
  [
    of({ chapters: [{ title: 'Many', paragraphs: paragraphsOf(...Array.from({ length: 2_001 }, () => 5)) }] }),
    'chapters.0.paragraphs',
    'Maximum 2000 paragraphs in a chapter',
  ],
])('400: %#', async (body, field, message) => {
  expect(await submit(body)).toMatchObject(invalid(field, message))
})

test('a mark that cannot be done is told with its paragraph', async () => {
  const { status, body } = await submit(paragraph({ text: 'Wait [pause:99s] here' }))
  expect(status).toBe(400)
  expect(body.details).toMatchObject([
    { field: 'chapters.0.paragraphs.0.text', message: expect.stringContaining('[pause:99s] at character 5') },
  ])
})

test('a million characters are taken, and one more is not', async () => {
  const full = Array.from({ length: 10 }, () => Array.from({ length: 10 }, () => 10_000))
  const { status, body } = await submit(workRequest('r', ...full), '?dryRun=true')
  expect(status).toBe(200)
  expect(body).toMatchObject({ characters: 1_000_000, calls: 100 })
  expect(await submit(workRequest('r', ...full, [5]), '?dryRun=true')).toMatchObject(
    invalid('chapters', 'A work must be at most 1000000 characters'),
  )
})

test('speakers have their voices, which are told again; one without a voice, or with one that nobody has, is refused by its field', async () => {
  works.become({ speech: { default: 'piper/joe-1/joe', joe: 'piper/joe-1/joe' } })
  const userId = await works.account('creator')
  const said = (speaker: string, more: object = {}) => ({
    ...workRequest('r'),
    speakers: { Anna: 'joe' },
    chapters: [{ title: 'One', paragraphs: [{ text: 'Who is there?', speaker, ...more }] }],
  })
  const field = 'chapters.0.paragraphs.0'
  expect(await submit(said('Ben'))).toMatchObject(
    invalid(`${field}.speaker`, 'Ben is not among the speakers of the work'),
  )
  expect(await submit(said('Anna', { voiceId: 'nobody' }))).toMatchObject(
    invalid(`${field}.voiceId`, 'There is no voice nobody'),
  )
  expect(await submit({ ...said('Anna'), speakers: { Anna: 'nobody' } })).toMatchObject(
    invalid('speakers.Anna', 'There is no voice nobody'),
  )
  const { body } = await ask('POST', '/api/works', userId, said('Anna'))
  expect(body).toMatchObject({ speakers: { Anna: 'joe' } })
  const place = `/api/works/${body.workId}/chapters/${body.chapters[0].chapterId}`
  const { paragraphs } = (await ask('GET', place, userId)).body
  expect(paragraphs).toMatchObject([{ text: 'Who is there?', speaker: 'Anna' }])
  const path = `${place}/paragraphs/${paragraphs[0].paragraphId}`
  expect(await ask('PUT', path, userId, { text: 'Who?', speaker: 'Ben' })).toMatchObject(
    invalid('speaker', 'Ben is not among the speakers of the work'),
  )
  expect(await ask('PUT', path, userId, { text: 'Who is there?' })).toMatchObject({
    status: 200,
    body: { chapter: { revision: 2 } },
  })
})
