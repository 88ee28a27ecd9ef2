import { QueryObserver } from '@tanstack/react-query'
import type { AccountJobEvent, JobRow } from '@utter/contracts/http/jobs/job-views'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyAccountEvent, refreshLists } from '../../src/features/jobs/live/lists.ts'
import { parseRows } from '../../src/features/jobs/live/parse-rows.ts'
import { recentQuery, statsQuery, wholeQuery } from '../../src/features/jobs/live/queries.ts'
import { withFirstPage, withNextPage } from '../../src/features/jobs/live/whole-list.ts'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { aJob, statsOf } from '../answers/jobs.ts'
import { answer, problem, serve } from '../support/support.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const idOf = (name: string) => `00000000-0000-4000-8000-${name.charCodeAt(0).toString(16).padStart(12, '0')}`
const row = (name: string, more: Partial<JobRow> = {}) => aJob({ id: idOf(name), userText: name, ...more })
const names = (rows: readonly JobRow[] | undefined) => rows?.map(({ userText }) => userText).join(' ')
const event = (name: string, more: Partial<AccountJobEvent> = {}): AccountJobEvent => ({
  jobId: idOf(name),
  status: 'processing',
  progress: 40,
  version: 3,
  ...more,
})
const recentPath = 'GET /api/jobs/recent'
const settle = () => vi.advanceTimersByTimeAsync(20)
const pass = () => vi.advanceTimersByTimeAsync(1_100)

/** A server whose answers to one path wait until the test releases them, in their order. */
function held(path: string, body: () => unknown) {
  const waiting: (() => void)[] = []
  const served = serve({
    [path]: () => {
      // The state at the time of asking: a later change is not in it.
      const text = JSON.stringify(body())
      return new Promise((resolve) => waiting.push(() => resolve(answer(text))))
    },
    'GET /api/stats': () => answer(statsOf()),
  })
  return { ...served, release: () => waiting.shift()?.() }
}

/** A cache with screens that show these queries. */
function shown(...queries: { queryKey: readonly string[]; queryFn?: unknown }[]) {
  const client = createQueryClient()
  for (const query of queries) new QueryObserver(client, query as typeof recentQuery).subscribe(() => {})
  return client
}

test('an event that comes while the first read is under way is in the list after it', async () => {
  const rows = [row('a', { version: 1 })]
  const { release, count } = held(recentPath, () => rows)
  const client = shown(recentQuery)
  await settle()
  rows[0] = row('a', { status: 'processing', progress: 40, version: 3 })
  applyAccountEvent(client, event('a'))
  await pass()
  expect(count(recentPath)).toBe(1)
  release()
  await settle()
  release()
  await settle()
  expect(client.getQueryData(recentQuery.queryKey)).toMatchObject([{ progress: 40, version: 3 }])
})

test('the read at the opening of the stream is one of its own, not the older one that is under way', async () => {
  const rows = [row('a')]
  const { release, count } = held(recentPath, () => rows)
  const client = shown(recentQuery)
  await settle()
  rows.unshift(row('b'))
  refreshLists(client)
  release()
  await settle()
  expect(count(recentPath)).toBe(2)
  release()
  await settle()
  expect(names(client.getQueryData(recentQuery.queryKey))).toBe('b a')
})

test('a job that a read under way does not have yet is in the list after the next read', async () => {
  const rows = [row('a')]
  const { release } = held(recentPath, () => rows)
  const client = shown(recentQuery)
  await settle()
  release()
  await settle()
  refreshLists(client)
  await settle()
  rows.unshift(row('b'))
  applyAccountEvent(client, event('b'))
  // Longer than the pause between two reads.
  await pass()
  release()
  await pass()
  release()
  await settle()
  expect(names(client.getQueryData(recentQuery.queryKey))).toBe('b a')
})

test('fifty events of unknown jobs in one second are two reads', async () => {
  const { count } = serve({ [recentPath]: () => answer([]), 'GET /api/stats': () => answer(statsOf()) })
  const client = shown(recentQuery)
  await settle()
  for (let i = 0; i < 50; i++) applyAccountEvent(client, event(String.fromCharCode(200 + i)))
  await pass()
  expect(count(recentPath)).toBe(1 + 2)
})

test('totals are read when a status changes, not at each percent', async () => {
  const { count } = serve({ [recentPath]: () => answer([row('a')]), 'GET /api/stats': () => answer(statsOf()) })
  const client = shown(recentQuery, statsQuery)
  await settle()
  for (let version = 2; version < 12; version++) {
    applyAccountEvent(client, event('a', { version, progress: version }))
    await pass()
  }
  expect(count('GET /api/stats')).toBe(1 + 1)
  applyAccountEvent(client, event('a', { version: 12, status: 'completed', progress: 100 }))
  await pass()
  expect(count('GET /api/stats')).toBe(1 + 2)
})

test('the code of a failure, which no event carries, is read', async () => {
  const rows = [row('a', { status: 'processing', version: 2 })]
  serve({ [recentPath]: () => answer(rows), 'GET /api/stats': () => answer(statsOf()) })
  const client = shown(recentQuery)
  await settle()
  rows[0] = row('a', { status: 'failed', error: 'Timed out', code: 'timed_out', version: 3 })
  applyAccountEvent(client, event('a', { status: 'failed', error: 'Timed out' }))
  await pass()
  expect(client.getQueryData(recentQuery.queryKey)).toMatchObject([{ code: 'timed_out' }])
})

test('a list that no screen shows is not read for a job that it lacks, but when a screen shows it next', async () => {
  const rows = [row('a')]
  const { count } = serve({ [recentPath]: () => answer(rows), 'GET /api/stats': () => answer(statsOf()) })
  const client = createQueryClient()
  const leave = new QueryObserver(client, recentQuery).subscribe(() => {})
  await settle()
  leave()
  rows.unshift(row('b'))
  applyAccountEvent(client, event('b'))
  await pass()
  // The row that it has would unmark the list.
  applyAccountEvent(client, event('a'))
  await pass()
  expect(count(recentPath)).toBe(1)
  new QueryObserver(client, recentQuery).subscribe(() => {})
  await settle()
  expect(names(client.getQueryData(recentQuery.queryKey))).toBe('b a')
})

test('a read that is refused leaves the rows as they were', async () => {
  let isRefused = false
  serve({ [recentPath]: () => (isRefused ? problem(429, 'Rate limit exceeded') : answer([row('a')])) })
  const client = shown(recentQuery)
  await settle()
  isRefused = true
  refreshLists(client)
  await pass()
  expect(client.getQueryState(recentQuery.queryKey)?.status).toBe('error')
  expect(client.getQueryData(recentQuery.queryKey)).toHaveLength(1)
})

test('the whole list takes an event and keeps its later pages when the first one is read again', async () => {
  const first = [row('c'), row('b')]
  const { count } = serve({
    'GET /api/jobs': () => answer(first, 200, { link: '</api/jobs?cursor=b>; rel="next"' }),
    'GET /api/stats': () => answer(statsOf()),
  })
  const client = shown(wholeQuery)
  await settle()
  client.setQueryData(wholeQuery.queryKey, (list) =>
    withNextPage(list!, '/api/jobs?cursor=b', { rows: [row('a')], next: undefined }),
  )
  applyAccountEvent(client, event('a'))
  first.unshift(row('d'))
  refreshLists(client)
  await pass()
  expect(count('GET /api/jobs')).toBe(2)
  const list = client.getQueryData(wholeQuery.queryKey)
  expect(names(list?.rows)).toBe('d c b a')
  expect(list?.rows.at(-1)?.progress).toBe(40)
  expect(list?.next).toBeUndefined()
})

test('a row that does not fit is left out and reported; the others are shown', () => {
  const reports: unknown[] = []
  const rows = parseRows([row('a'), { ...row('b'), status: 'paused' }, row('c')], (error) => reports.push(error))
  expect(names(rows)).toBe('a c')
  expect(String(reports)).toContain('status')
  expect(String(reports)).not.toContain('Hello there')
})

test('a first page that does not meet the known rows begins the list anew', () => {
  const before = { rows: [row('b'), row('a')], next: undefined }
  const page = { rows: [row('z'), row('y')], next: '/api/jobs?cursor=y' }
  expect(withFirstPage(before, page)).toEqual(page)
})

test('a job that was deleted is gone after the first page is read again', () => {
  const before = { rows: [row('c'), row('b'), row('a')], next: undefined }
  expect(names(withFirstPage(before, { rows: [row('c'), row('a')], next: undefined }).rows)).toBe('c a')
})

test('a next page of a list that has begun anew is dropped', () => {
  const list = { rows: [row('z')], next: '/api/jobs?cursor=z' }
  expect(withNextPage(list, '/api/jobs?cursor=b', { rows: [row('a')], next: undefined })).toBe(list)
})
