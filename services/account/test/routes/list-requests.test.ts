import { grantOf, type Scope } from '@utter/contracts/credential'
import type { LoggedRequest } from '@utter/contracts/http/account/requests'
import type { NotedRequest } from '@utter/contracts/http/internal/account/note-requests'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { aRequest } from '../support/a-request.ts'
import { callerToken } from '../support/callers.ts'
import { type Account, openAccount } from '../support/open-account.ts'

const account = await closedAfterAll(openAccount())

type Member = Awaited<ReturnType<Account['member']>>
const list = ({ address, session }: Member, query = '') =>
  account.request('GET', `/api/requests${query}`, callerToken({ address, identity: session }))

const noon = Date.parse('2026-03-20T12:00:00Z')
/** An account with these requests, a second apart, the last one the newest; each has its place as its duration. */
async function ownerOf(changes: Partial<NotedRequest>[]) {
  const owner = await account.member()
  const requests = changes.map((change, index) =>
    aRequest(owner.userId, { at: new Date(noon + index * 1_000).toISOString(), ms: index, ...change }),
  )
  await account.requestLog.add({ requests, dropped: [] })
  const shown = async (query = '') => {
    const rows = (await list(owner, query)).body as LoggedRequest[]
    return rows.map((row) => (row.kind === 'request' ? row.ms : row.count))
  }
  return { owner, requests, shown }
}

test('200: the requests of the account alone, newest first', async () => {
  const { owner, shown } = await ownerOf([{}, {}, {}])
  await ownerOf([{}])
  expect(await shown()).toEqual([2, 1, 0])
  const { status, headers } = await list(owner)
  expect([status, headers.link]).toEqual([200, undefined])
})

test('each filter leaves its requests, and they go together', async () => {
  const { shown, requests } = await ownerOf([
    { keyId: 'one', path: '/api/jobs/1' },
    { keyId: 'one', method: 'POST', path: '/api/tts', status: 400 },
    { keyId: 'two', method: 'POST', path: '/v1/audio/speech', status: 429 },
    { method: 'DELETE', path: '/api/jobs/1', status: 204 },
    { keyId: 'two', path: '/api/stats', status: 503 },
  ])
  expect(await shown('?status=4xx')).toEqual([2, 1])
  expect(await shown('?status=429')).toEqual([2])
  expect(await shown('?status=2xx')).toEqual([3, 0])
  expect(await shown('?status=5xx')).toEqual([4])
  expect(await shown('?key=one')).toEqual([1, 0])
  expect(await shown('?key=session')).toEqual([3])
  expect(await shown('?method=POST')).toEqual([2, 1])
  expect(await shown('?path=/api/jobs')).toEqual([3, 0])
  expect(await shown('?path=/api/j.bs')).toEqual([])
  expect(await shown(`?since=${new Date(noon + 3_000).toISOString()}`)).toEqual([4, 3])
  expect(await shown(`?requestId=${requests[1]?.requestId}`)).toEqual([1])
  expect(await shown('?method=POST&key=two&status=4xx&path=/v1')).toEqual([2])
  expect(await shown('?method=POST&key=session')).toEqual([])
})

test('what was dropped is among those that are not filtered alone', async () => {
  const { owner, shown } = await ownerOf([{}])
  const [from, to] = [new Date(noon + 5_000).toISOString(), new Date(noon + 6_000).toISOString()]
  await account.requestLog.add({ requests: [], dropped: [{ userId: owner.userId, count: 77, from, to }] })
  expect(await shown()).toEqual([77, 0])
  expect(await shown(`?since=${from}`)).toEqual([77])
  for (const query of ['?method=GET', '?key=session', '?status=2xx', '?path=/']) expect(await shown(query)).toEqual([0])
})

test('a page leads to the next one with its filters, and those of one millisecond are on one of them each', async () => {
  const at = new Date(noon).toISOString()
  const { owner } = await ownerOf([...Array.from({ length: 5 }, () => ({ at, method: 'POST' })), { at }])
  const found: string[] = []
  let query: string | undefined = '?limit=2&method=POST'
  for (let pages = 0; query !== undefined && pages < 10; pages++) {
    const { body, headers } = await list(owner, query)
    found.push(...(body as { requestId: string }[]).map(({ requestId }) => requestId))
    query = /<\/api\/requests(\?[^>]+)>; rel="next"/.exec(String(headers.link))?.[1]
  }
  expect([found.length, new Set(found).size]).toEqual([5, 5])
})

test('a key reads them with usage:read, and without it does not', async () => {
  const { owner } = await ownerOf([{}])
  const by = (scope: Scope) =>
    account.request(
      'GET',
      '/api/requests',
      callerToken({
        address: owner.address,
        identity: {
          userId: owner.userId,
          tier: 'free',
          signedUpAt: owner.session.signedUpAt,
          keyId: 'k',
          ...grantOf([scope]),
        },
      }),
    )
  expect([(await by('usage:read')).status, (await by('jobs:read')).status]).toEqual([200, 403])
})

test.each([
  ['?limit=101', 'limit', 'limit must be at most 100'],
  ['?status=600', 'status', 'status must be a status such as 429, or a class of them such as 4xx'],
  ['?status=4xx&status=5xx', 'status', 'status must be a status such as 429, or a class of them such as 4xx'],
  ['?method=get', 'method', 'method must be one of GET, HEAD, POST, PUT, PATCH, DELETE'],
  ['?key=a&key=b', 'key', 'key must be given once'],
  [`?path=${'p'.repeat(201)}`, 'path', 'path must be at most 200 characters'],
  ['?since=yesterday', 'since', 'must be a time in ISO 8601'],
  ['?cursor=nonsense', 'cursor', 'cursor is not one of ours'],
])('400: %s', async (query, field, sentence) => {
  expect(await list(await account.member(), query)).toMatchObject(invalid(field, sentence))
})
