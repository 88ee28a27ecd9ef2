import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aUser } from '../answers/account.ts'
import { aJob, statsOf } from '../answers/jobs.ts'
import { answer, FakeEventSource, type Handlers, openScreen, problem } from '../support/support.tsx'
import '../../src/pages/dashboard.tsx'

const openAs = (handlers: Handlers = {}) =>
  openScreen('/', {
    'GET /api/auth/me': () => answer({ user: aUser() }),
    'GET /api/stats': () => answer(statsOf()),
    'GET /api/jobs/recent': () => answer([aJob()]),
    ...handlers,
  })
const jobId = aJob().id

test('a visitor sees zeros, the empty state and an invitation, and nothing fails', async () => {
  const { asked } = openScreen('/')
  expect(await screen.findByText('No jobs yet')).toBeDefined()
  expect(screen.getByText('Jobs will appear here when processed')).toBeDefined()
  expect(screen.getAllByText('0')).toHaveLength(4)
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Log In' })).toBeDefined()
  expect(asked.filter((name) => /jobs|stats/.test(name))).toEqual([])
  await waitFor(() => expect(document.title).toBe('Dashboard – Utter'))
})

test('the totals, their trends and the recent jobs are shown', async () => {
  openAs()
  expect(await screen.findByText('12,480')).toBeDefined()
  expect(screen.getByText('+12% from last hour')).toBeDefined()
  expect(screen.getByText('−3% from last hour')).toBeDefined()
  const row = (await screen.findByText('Hello there')).closest('[role=row]')
  expect(row?.textContent).toContain('f3a91c7e…')
  expect(row?.textContent).toContain('Pending')
  expect(row?.textContent).toContain('just now')
})

test('five rows wait while the jobs are on their way', async () => {
  openAs({ 'GET /api/jobs/recent': () => new Promise<Response>(() => {}) })
  await screen.findByText('Job ID')
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.getAllByRole('row')).toHaveLength(1 + 5)
})

test('a first read that is refused ends in the empty table, not in rows that wait for ever', async () => {
  openAs({ 'GET /api/jobs/recent': () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '30' }) })
  expect(await screen.findByText('No jobs yet')).toBeDefined()
  expect((await screen.findByText(/Rate limit exceeded. Trying again/)).textContent).toMatch(/in (29|30) s$/)
})

test('a job of an unknown status is left out, and the others are shown', async () => {
  const strange = { ...aJob({ id: 'e07d4482-1111-4c58-9d5e-6a0d4f0a1b2c', userText: 'Strange' }), status: 'paused' }
  openAs({ 'GET /api/jobs/recent': () => answer([strange, aJob()]) })
  expect(await screen.findByText('Hello there')).toBeDefined()
  expect(screen.queryByText('Strange')).toBeNull()
})

test('an event moves the row; one of a job from elsewhere brings it without a reload', async () => {
  const rows = [aJob()]
  openAs({ 'GET /api/jobs/recent': () => answer(rows) })
  await screen.findByText('Hello there')
  act(() => FakeEventSource.last.emit({ jobId, status: 'processing', progress: 40, version: 2 }, `1-${jobId}-2`))
  expect(await screen.findByText('Processing')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')

  const elsewhere = 'e07d4482-1111-4c58-9d5e-6a0d4f0a1b2c'
  rows.unshift(aJob({ id: elsewhere, userText: 'Sent from elsewhere' }))
  act(() => FakeEventSource.last.emit({ jobId: elsewhere, status: 'pending', progress: 0, version: 1 }))
  expect(await screen.findByText('Sent from elsewhere')).toBeDefined()
  expect(screen.getByText('40%')).toBeDefined()
})

test('Live is shown while the stream is open, and the job list is read after a break', async () => {
  const { count } = openAs()
  await screen.findByText('Hello there')
  act(() => FakeEventSource.last.onopen?.())
  expect(await screen.findByText('Live')).toBeDefined()
  await act(async () => FakeEventSource.last.onerror?.())
  expect(await screen.findByText('Paused')).toBeDefined()
  const reads = count('GET /api/jobs/recent')
  await waitFor(() => expect(FakeEventSource.all).toHaveLength(2))
  act(() => FakeEventSource.last.onopen?.())
  expect(await screen.findByText('Live')).toBeDefined()
  await waitFor(() => expect(count('GET /api/jobs/recent')).toBeGreaterThan(reads))
})

test('Live is not shown while the browser has no line', async () => {
  openAs()
  await screen.findByText('Hello there')
  act(() => FakeEventSource.last.onopen?.())
  await screen.findByText('Live')
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(await screen.findByText('Paused')).toBeDefined()
  onLine.mockRestore()
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Live')).toBeDefined()
})

test('a server that becomes unavailable leaves the table as it was, and the top bar says so until it is back', async () => {
  let isUnavailable = false
  openAs({
    'GET /api/jobs/recent': () => (isUnavailable ? problem(503, 'Service unavailable') : answer([aJob()])),
  })
  await screen.findByText('Hello there')
  isUnavailable = true
  await act(async () => FakeEventSource.last.onopen?.())
  expect(await screen.findByText(/server is away/)).toBeDefined()
  expect(screen.getByText('Hello there')).toBeDefined()
  isUnavailable = false
  await waitFor(() => expect(screen.queryByText(/server is away/)).toBeNull())
})

test('any other path is the 404 page', async () => {
  openScreen('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined()
})
