import { newIdentity } from '@utter/testing/callers'
import { invalid, missingScope, notLoggedIn } from '@utter/testing/problems'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeAll } from './support/ends.ts'
import { callers, type Jobs, openJobs } from './support/open-jobs.ts'

let jobs: Jobs
let token: string
let ids: string[]
/** Two jobs completed, two active, one waiting, from the oldest. */
beforeAll(async () => {
  jobs = await openJobs('list-jobs')
  const userId = await jobs.account('free')
  token = callers.person(newIdentity({ userId }))
  const made = [await jobs.submit(userId, { userText: 'First' }), await jobs.submit(userId, { userText: '50% (off)' })]
  await completeAll(jobs, userId)
  for (const userText of ['Third', 'Fourth', 'Fifth']) made.push(await jobs.submit(userId, { userText }))
  ids = made.map(({ _id }) => _id)
  await jobs.submit(await jobs.account('free'))
})
afterAll(() => jobs[Symbol.asyncDispose]())

const list = (query = '', by: string | undefined = token) => jobs.request('GET', `/api/jobs${query}`, by)
const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.body.map(({ id }: { id: string }) => id)

test('200: the account’s own jobs alone, newest first', async () => {
  const answer = await list()
  expect(answer.status).toBe(200)
  expect(idsOf(answer)).toEqual(ids.toReversed())
  expect(answer.body.at(-1)).toMatchObject({
    id: ids[0],
    status: 'completed',
    progress: 100,
    userText: 'First',
    voiceId: 'default',
    audioUrl: expect.stringMatching(new RegExp(`^/audio/${ids[0]}\\.mp3\\?expires=\\d+&signature=`)),
  })
  expect(answer.headers.link).toBeUndefined()
})

test('200: pages, each with the address of the next one, have every job once', async () => {
  const pages: string[][] = []
  for (let path: string | undefined = '/api/jobs?limit=2'; path; ) {
    const answer = await jobs.request('GET', path, token)
    pages.push(idsOf(answer))
    path = /^<(.+)>; rel="next"$/.exec(answer.headers.link?.toString() ?? '')?.[1]
  }
  expect(pages).toEqual([ids.slice(3).toReversed(), ids.slice(1, 3).toReversed(), ids.slice(0, 1)])
})

test.each<[string, number[]]>([
  ['?status=completed', [1, 0]],
  ['?status=pending', [4, 3, 2]],
  ['?status=failed', []],
  ['?q=FI', [4, 0]],
  ['?q=50%25%20(', [1]],
  ['?q=fi&status=completed', [0]],
])('200: %s', async (query, found) => {
  expect(idsOf(await list(query))).toEqual(found.map((index) => ids[index]))
})

test.each([
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

test.each(callers.refused.account)('401 for %s', async (_caller, by) => {
  expect(await jobs.request('GET', '/api/jobs', by)).toMatchObject(notLoggedIn)
})

test('403: an API key that may not read jobs', async () => {
  expect(await list('', callers.key(['jobs:write']))).toMatchObject(missingScope('jobs:read'))
})
