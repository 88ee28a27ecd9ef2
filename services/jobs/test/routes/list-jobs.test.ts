import { createIdentityGuard, identityHeader } from '@utter/http/identity'
import { addRoutes } from '@utter/http/route'
import { createServer } from '@utter/http/server'
import { createAudioAddresses } from '@utter/storage/audio/addresses'
import { createLog } from '@utter/telemetry/log'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { listRoute } from '../../src/routes/list-jobs.ts'
import { completeAll } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'
import { reports } from '../support/reports.ts'

const completed = ['First', '50% (off)']
/** Two of them active, one waiting. */
const pending = ['Third', 'Fourth', 'Fifth']

const jobs = await closedAfterAll(openJobs('list-jobs'))
const userId = await jobs.account('free')
const token = callers.account(newIdentity({ userId }))
for (const userText of completed) await jobs.submit(userId, { userText, tags: ['news', userText] })
await completeAll(jobs, userId)
for (const userText of pending) await jobs.submit(userId, { userText })
await jobs.submit(await jobs.account('free'), { userText: 'Another account’s' })
const other = await jobs.account('free')
/** The token of an account all of whose jobs have failed. */
const failing = callers.account(newIdentity({ userId: other }))
for (const userText of ['Refused', 'Cancelled', 'Refused too']) {
  const { _id } = await jobs.submit(other, { userText })
  if (userText === 'Cancelled') await jobs.request('POST', `/api/jobs/${_id}/cancel`, failing)
  else await reports(jobs, other, _id).failed('speech')
}

const list = (query = '', by: string | undefined = token) => jobs.request('GET', `/api/jobs${query}`, by)
const textsOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.map(({ userText }: { userText: string }) => userText)

test('200: the account’s own jobs alone, newest first', async () => {
  const answer = await list()
  expect(answer.status).toBe(200)
  expect(textsOf(answer)).toEqual([...completed, ...pending].reverse())
  const { id, ...first } = answer.body.at(-1)
  expect(first).toMatchObject({
    status: 'completed',
    progress: 100,
    userText: 'First',
    voiceId: 'default',
    audioUrl: expect.stringMatching(new RegExp(`^/audio/${id}\\.mp3\\?expires=\\d+&signature=`)),
  })
  expect(answer.headers.link).toBeUndefined()
})

test('200: pages, each with the address of the next one, have every job once', async () => {
  const pages: string[][] = []
  for (let path: string | undefined = '/api/jobs?limit=2'; path; ) {
    const answer = await jobs.request('GET', path, token)
    pages.push(textsOf(answer))
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1]
  }
  expect(pages).toEqual([['Fifth', 'Fourth'], ['Third', '50% (off)'], ['First']])
})

test('200: the address of the next page keeps what was asked for', async () => {
  const { headers } = await list('?status=pending&q=th&limit=1')
  expect(headers.link).toMatch(/^<\/api\/jobs\?status=pending&q=th&limit=1&cursor=[\w-]+>; rel="next"$/)
})

test.each<[string, string[]]>([
  ['?status=completed', ['50% (off)', 'First']],
  ['?status=pending', ['Fifth', 'Fourth', 'Third']],
  ['?status=failed', []],
  ['?q=FI', ['Fifth', 'First']],
  ['?q=50%25%20(', ['50% (off)']],
  ['?q=fi&status=completed', ['First']],
  ['?tag=news', ['50% (off)', 'First']],
  ['?tag=First', ['First']],
  ['?tag=first', []],
  ['?tag=news&status=completed', ['50% (off)', 'First']],
  ['?tag=news&status=pending', []],
  ['?tag=news&voice=default&q=fi', ['First']],
  ['?voice=default&status=pending', ['Fifth', 'Fourth', 'Third']],
  ['?voice=none', []],
  ['?from=2020-01-01T00:00:00Z', ['Fifth', 'Fourth', 'Third', '50% (off)', 'First']],
  ['?to=2020-01-01T00:00:00%2B01:00', []],
  ['?from=2020-01-01T00:00:00Z&to=2020-02-01T00:00:00Z&q=fi', []],
])('200: %s', async (query, found) => {
  expect(textsOf(await list(query))).toEqual(found)
})

test('200: a search looks through some jobs at a time, and its pages have each that is found once', async () => {
  await using app = createServer({ log: createLog('jobs', 'silent') })
  const guard = createIdentityGuard(callers.publicKeys, 'jobs')
  const deps = { ...jobs.deps, guard, audio: createAudioAddresses(['a'.repeat(32)]) }
  addRoutes(app, [(own) => listRoute(own, deps, 2)], deps)
  const pages: string[][] = []
  for (let url: string | undefined = '/api/jobs?q=fi&limit=2'; url; ) {
    const answer: LightMyRequestResponse = await app.inject({ url, headers: { [identityHeader]: token } })
    pages.push(answer.json().map(({ userText }: { userText: string }) => userText))
    url = /^<(.+)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1]
  }
  expect(pages).toEqual([['Fifth'], [], ['First']])
})

test('200: an id or a request id, or a part of it, finds its job', async () => {
  const { _id, requestId } = await jobs.submit(await jobs.account('free'), {
    userText: 'Named\0 so',
    requestId: 'Order.7+a',
  })
  expect(requestId).toBe('Order.7+a')
  const { userId: owner } = (await jobs.deps.jobs.byId(_id)) ?? { userId: '' }
  const by = callers.account(newIdentity({ userId: owner }))
  for (const q of [_id, _id.slice(4, 20), _id.toUpperCase(), 'Order.7+a', 'order.7', '7+A', 'nam', 'd\0 S'])
    expect([q, textsOf(await list(`?q=${encodeURIComponent(q)}`, by))]).toEqual([q, ['Named\0 so']])
  for (const q of ['Order-7', '^Order', 'Order.7+ab', 'a\0'])
    expect([q, textsOf(await list(`?q=${encodeURIComponent(q)}`, by))]).toEqual([q, []])
  expect(textsOf(await list('?q=Order.7%2Ba&status=completed', by))).toEqual([])
  expect(textsOf(await list('?q=Order.7%2Ba'))).toEqual([])
})

test('200: a job whose request id is searched for comes first, however many are newer, and once', async () => {
  await using app = createServer({ log: createLog('jobs', 'silent') })
  const guard = createIdentityGuard(callers.publicKeys, 'jobs')
  const deps = { ...jobs.deps, guard, audio: createAudioAddresses(['a'.repeat(32)]) }
  addRoutes(app, [(own) => listRoute(own, deps, 1)], deps)
  const account = await jobs.account('free')
  const by = callers.account(newIdentity({ userId: account }))
  await jobs.submit(account, { userText: 'The oldest', requestId: 'wanted' })
  for (const userText of ['is wanted', 'is not', 'is wanted too']) await jobs.submit(account, { userText })
  const pages: string[][] = []
  for (let url: string | undefined = '/api/jobs?q=wanted&limit=2'; url; ) {
    const answer: LightMyRequestResponse = await app.inject({ url, headers: { [identityHeader]: by } })
    pages.push(answer.json().map(({ userText }: { userText: string }) => userText))
    url = /^<(.+)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1]
  }
  expect(pages[0]).toEqual(['is wanted too', 'The oldest'])
  expect(pages.flat().sort()).toEqual(['The oldest', 'is wanted', 'is wanted too'])
})

test.each<[string, string[]]>([
  ['?code=unknown_voice', ['Refused too', 'Refused']],
  ['?code=unknown_voice&status=failed&q=too', ['Refused too']],
  ['?code=cancelled', ['Cancelled']],
  ['?code=cancelled&status=completed', []],
  ['?code=none', []],
])('200: failed jobs by their code: %s', async (query, found) => {
  expect(textsOf(await list(query, failing))).toEqual(found)
})

test('200: the address of the next page keeps the code', async () => {
  const { headers } = await list('?code=unknown_voice&limit=1', failing)
  expect(headers.link).toMatch(/^<\/api\/jobs\?code=unknown_voice&limit=1&cursor=[\w-]+>; rel="next"$/)
})

test('200: a list between two times has its first instant and not its last', async () => {
  const all = (await list()).body as { userText: string; createdAt: string }[]
  const [fifth, , third] = all
  const query = `?from=${third?.createdAt}&to=${fifth?.createdAt}`
  const between = all.filter(
    ({ createdAt }) => createdAt >= String(third?.createdAt) && createdAt < String(fifth?.createdAt),
  )
  expect(between.length).toBeGreaterThan(0)
  expect(textsOf(await list(query))).toEqual(between.map(({ userText }) => userText))
  const paged: string[] = []
  for (let path: string | undefined = `/api/jobs${query}&limit=1`; path; ) {
    const answer = await jobs.request('GET', path, token)
    paged.push(...textsOf(answer))
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1]
  }
  expect(paged).toEqual(between.map(({ userText }) => userText))
})

test('200: rows have their tags, and none where there are none', async () => {
  const rows = (await list()).body as { userText: string; tags?: string[] }[]
  expect(rows.find(({ userText }) => userText === 'First')?.tags).toEqual(['news', 'First'])
  expect(rows.find(({ userText }) => userText === 'Third')).not.toHaveProperty('tags')
})

test.each([
  [`?tag=${'a'.repeat(129)}`, 'tag', 'tag must be at most 128 characters'],
  ['?tag=a&tag=b', 'tag', 'tag must be given once'],
  [`?voice=${'a'.repeat(201)}`, 'voice', 'voice must be at most 200 characters'],
  ['?from=yesterday', 'from', 'from must be a time such as 2026-03-20T12:00:00Z'],
  ['?to=2026-13-01T00:00:00Z', 'to', 'to must be a time such as 2026-03-20T12:00:00Z'],
  [`?code=${'a'.repeat(51)}`, 'code', 'code must be at most 50 characters'],
  ['?code=a&code=b', 'code', 'code must be given once'],
  ['?limit=0', 'limit', 'limit must be at least 1'],
  ['?limit=101', 'limit', 'limit must be at most 100'],
  ['?limit=1.5', 'limit', 'limit must be a whole number'],
  ['?limit=x', 'limit', 'limit must be a number'],
  ['?status=done', 'status', 'status must be pending, processing, completed or failed'],
  [`?q=${'a'.repeat(201)}`, 'q', 'q must be at most 200 characters'],
  ['?q=a&q=b', 'q', 'q must be given once'],
  ['?cursor=abc', 'cursor', 'cursor is not one of ours'],
  ['?cursor=a&cursor=b', 'cursor', 'cursor must be given once'],
])('400: %s', async (query, field, sentence) => {
  expect(await list(query)).toMatchObject(invalid(field, sentence))
})

test('rows have their position while they wait, single jobs before those of batches, on every page and in every search', async () => {
  const mine = await jobs.account('free')
  const by = callers.account(newIdentity({ userId: mine }))
  const ids: string[] = []
  for (let i = 0; i < 7; i++) ids.push((await jobs.submit(mine, { voiceId: i % 2 ? 'joe' : 'slt' }))._id)
  // Two are active, and the third, which is of a batch, has let all others pass.
  await jobs.deps.jobs.update({ _id: ids[2] ?? '', userId: mine }, { $set: { batch: 1 } })
  const positionsOf = async (query: string) =>
    ((await jobs.request('GET', `/api/jobs?${query}`, by)).body as { id: string; position?: number }[]).map(
      ({ id, position }) => [ids.indexOf(id), position],
    )
  expect(await positionsOf('')).toEqual([
    [6, 4],
    [5, 3],
    [4, 2],
    [3, 1],
    [2, 5],
    [1, undefined],
    [0, undefined],
  ])
  expect(await positionsOf('limit=2')).toEqual([
    [6, 4],
    [5, 3],
  ])
  expect(await positionsOf('voice=joe')).toEqual([
    [5, 3],
    [3, 1],
    [1, undefined],
  ])
  const recent = (await jobs.request('GET', '/api/jobs/recent', by)).body as { position?: number }[]
  expect(recent.map(({ position }) => position)).toEqual([4, 3, 2, 1, 5, undefined, undefined])
})
