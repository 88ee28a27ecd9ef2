import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans } from '@utter/contracts/plans'
import { expect, test, vi } from 'vitest'
import { accountEvents } from '../../src/features/jobs/live/account-events.ts'
import { aKey, usageOf } from '../answers/account.ts'
import { aReport, aReportDay } from '../answers/usage-report.ts'
import { answer, type Handlers, press, problem, renderApp, seen, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/account/usage.tsx'

const times = { toEnd: { jobs: 3, p50Ms: 1_200, p95Ms: 3_400 }, toSound: { jobs: 1, p50Ms: 420, p95Ms: 700 } }
const report = aReport(
  [
    aReportDay('2026-01-08', 2),
    aReportDay('2026-01-09', 3, {
      ...{ failed: 1, cancelled: 2, cached: 4, overageCalls: 2, overageCost: '0.08' },
      ...times,
    }),
  ],
  {
    voices: [{ voiceId: 'joe', calls: 5, completed: 5, failed: 1, cancelled: 2, cached: 4 }],
    keys: [
      { keyId: 'key-1', calls: 4, completed: 4, failed: 0, cancelled: 0, cached: 0 },
      { keyId: null, calls: 1, completed: 1, failed: 1, cancelled: 2, cached: 4 },
      { keyId: '0f3a91c7-long-gone', calls: 0, completed: 0, failed: 0, cancelled: 0, cached: 0 },
    ],
  },
)
const usage = usageOf({
  ...{ tier: 'starter', apiCallsUsed: 4_990, apiCallsLimit: 5_000, spendingLimit: 39 },
  ...{ periodStart: '2026-01-02T09:00:00.000Z', periodEnd: '2026-02-01T00:00:00.000Z' },
  days: [{ day: '2026-01-09', calls: 3 }],
})
const path = '/api/usage/report'
const period = `GET ${path}`
const weeks = `GET ${path}?from=2025-12-12&to=2026-01-09`

function open(search = '', handlers: Handlers = {}) {
  const served = serveSignedIn(
    {
      'GET /api/plans': () => answer(standardPlans),
      'GET /api/keys': () => answer([aKey({ name: 'Production' })]),
      'GET /api/usage': () => answer(usage),
      [period]: () => answer(report),
      [weeks]: () => answer(report),
      ...handlers,
    },
    { subscriptionTier: 'starter', apiCallsLimit: 5_000 },
  )
  const { router } = renderApp(`/account/usage${search}`)
  return { ...served, router }
}
const rows = () => screen.queryAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))

test('the period in figures, and each of its days in the charts and the table', async () => {
  open()
  await seen('Jan 8 – Jan 9, days in UTC')
  for (const told of ['1 failed', '2 cancelled', '4 cached']) await seen(told)
  for (const told of ['95% within 3.4 s', 'first sound 0.42 s']) await seen(told)
  await seen('2 calls past the limit')
  screen.getByRole('img', { name: 'Jan 9: 3 completed, 1 failed, 2 cancelled, 4 cached' })
  screen.getByRole('img', { name: 'Jan 8: no job was spoken' })
  screen.getByRole('img', { name: 'Jan 9: half within 1.2 s, 95% within 3.4 s, first sound 0.42 s' })
  screen.getByRole('img', { name: 'Jan 9: $0.08, 2 calls past the limit' })
  expect(rows()).toEqual([
    ['Day', 'Calls', 'Completed', 'Failed', 'Cancelled', 'Cached', 'Half within', '95% within', 'Overage'],
    ['Jan 9', '3', '3', '1', '2', '4', '1.2 s', '3.4 s', '$0.08'],
    ['Jan 8', '2', '2', '0', '0', '0', '–', '–', '$0.00'],
  ])
  await seen('A forecast comes once there are seven days of calls.')
})

test('the bars of a chart are one stop of the keyboard, and arrows go from day to day', async () => {
  open()
  const last = await screen.findByRole('img', { name: /^Jan 9: 3 completed/ })
  const first = screen.getByRole('img', { name: /^Jan 8: 2 completed/ })
  expect([first.tabIndex, last.tabIndex]).toEqual([-1, 0])
  act(() => last.focus())
  fireEvent.keyDown(last, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(first)
  expect([first.tabIndex, last.tabIndex]).toEqual([0, -1])
})

test('by key, voice and outcome, kept in the address', async () => {
  const { router } = open()
  await userEvent.click(await screen.findByRole('tab', { name: 'Key' }))
  await waitFor(() => expect(rows()[1]?.[0]).toBe('Production'))
  expect(rows().map(([name, calls]) => [name, calls])).toEqual([
    ['Key', 'Calls'],
    ['Production', '4'],
    ['Signed in', '1'],
    ['Revoked key 0f3a91c7…', '0'],
  ])
  expect(router.state.location.search).toBe('?by=key')
  await userEvent.click(screen.getByRole('tab', { name: 'Voice' }))
  await waitFor(() => expect(rows()[1]).toEqual(['joe', '5', '5', '1', '2', '4']))
  await userEvent.click(screen.getByRole('tab', { name: 'Outcome' }))
  await waitFor(() =>
    expect(rows()).toEqual([
      ['Outcome', 'Jobs', 'Share'],
      ['Completed', '5', '41.7%'],
      ['Failed', '1', '8.3%'],
      ['Cancelled', '2', '16.7%'],
      ['Cached', '4', '33.3%'],
    ]),
  )
})

test('what is to come is told as about, and how that is made', async () => {
  const days = Array.from({ length: 28 }, (_, index) =>
    aReportDay(new Date(Date.parse('2025-12-12') + index * 86_400_000).toISOString().slice(0, 10), 10),
  )
  open('', { [weeks]: () => answer(aReport([...days, aReportDay('2026-01-09', 0)])) })
  await seen('About 5,200 by Feb 1')
  await seen('About $9 by Feb 1')
  await seen('Forecast: each day to come as the same weekday was on average, in up to four weeks.')
})

test.each([
  ['Last period', 'from=2025-12-02&to=2026-01-02', '?range=last'],
  ['Last 7 days', 'from=2026-01-03&to=2026-01-09', '?range=7'],
  ['Last 90 days', 'from=2025-10-12&to=2026-01-09', '?range=90'],
])('%s is asked for, without a forecast, and kept in the address', async (label, query, search) => {
  const other = aReport([aReportDay('2026-01-05', 7)])
  const { router } = open('', { [`${period}?${query}`]: () => answer(other) })
  await userEvent.selectOptions(await screen.findByLabelText('Range'), label)
  await seen('Jan 5, days in UTC')
  expect(router.state.location.search).toBe(search)
  expect(screen.queryByText(/forecast/i)).toBeNull()
})

test('an own range is chosen by its days; one that is not valid says why and asks nothing', async () => {
  const query = 'from=2026-01-05&to=2026-01-09'
  const { asked } = open('?range=own&from=2026-01-08&to=2026-01-09', {
    [`${period}?from=2026-01-08&to=2026-01-09`]: () => answer(report),
    [`${period}?${query}`]: () => answer(aReport([aReportDay('2026-01-05', 7), aReportDay('2026-01-09', 0)])),
  })
  await seen('Jan 8 – Jan 9, days in UTC')
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-01-05' } })
  await seen('Jan 5 – Jan 9, days in UTC')
  const before = asked.length
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-01-01' } })
  await seen('The first day is after the last.')
  expect(screen.getByLabelText('First day').getAttribute('aria-invalid')).toBe('true')
  expect(asked.slice(before)).toEqual([])
})

test('a period without jobs leads to the first, and a range without jobs back to the period', async () => {
  const { router } = open('?range=7', {
    [period]: () => answer(aReport([aReportDay('2026-01-09')])),
    [`${period}?from=2026-01-03&to=2026-01-09`]: () => answer(aReport([aReportDay('2026-01-09')])),
  })
  await seen('No jobs in these days')
  await press('Show this period')
  await seen('No jobs yet')
  expect(router.state.location.search).toBe('')
  expect((await screen.findByRole('link', { name: 'Open API Playground' })).getAttribute('href')).toBe('/test')
})

test('days of which nothing but the calls is known are told', async () => {
  open('', { [period]: () => answer({ ...report, endsFrom: '2026-01-09' }) })
  await seen(/Failed, cancelled and cached jobs, and times, are counted since Jan 9\./)
})

test('a report that cannot be read says why, and is read again', async () => {
  let isAway = true
  open('', { [period]: () => (isAway ? problem(503, 'Service unavailable') : answer(report)) })
  await seen('Service unavailable')
  isAway = false
  await press('Try again')
  await seen('Jan 8 – Jan 9, days in UTC')
})

test('the CSV is that of the lines and the days that are shown', async () => {
  const file = `${period}?from=2026-01-03&to=2026-01-09&format=csv&by=voice`
  const { count } = open('?range=7&by=voice', {
    [`${period}?from=2026-01-03&to=2026-01-09`]: () => answer(report),
    [file]: () => problem(429, 'Rate limit exceeded', {}, { 'retry-after': '9' }),
  })
  await seen('Jan 8 – Jan 9, days in UTC')
  await press('Download CSV')
  await screen.findByRole('button', { name: /^Try again in [89] s$/ })
  expect(count(file)).toBe(1)
})

test('follows jobs that begin and end, at most once in 5 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let shown = report
  const { count } = open('', { [period]: () => answer(shown) })
  await vi.waitFor(() => expect(document.body.textContent).toContain('Jan 8 – Jan 9'), { timeout: 120_000 })
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  const before = count(period)
  shown = aReport([aReportDay('2026-01-08', 2), aReportDay('2026-01-09', 1_234)])
  const emit = (status: 'pending' | 'processing' | 'completed') =>
    act(() => accountEvents.emit({ jobId: 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c', status, progress: 0, version: 1 }))
  emit('processing')
  expect(count(period)).toBe(before)
  emit('pending')
  emit('completed')
  expect(count(period)).toBe(before + 1)
  await act(() => vi.advanceTimersByTimeAsync(5_100))
  expect(count(period)).toBe(before + 2)
  expect(document.body.textContent).toContain('1,236')
  vi.useRealTimers()
})

test('the usage card and My Account lead to it', async () => {
  await import('../../src/pages/account/account.tsx')
  serveSignedIn({ 'GET /api/usage': () => answer(usage), 'GET /api/plans': () => answer(standardPlans) })
  renderApp('/account')
  const card = within(await screen.findByRole('region', { name: 'Usage' }))
  expect(card.getByRole('link', { name: 'Report' }).getAttribute('href')).toBe('/account/usage')
  expect(screen.getByRole('link', { name: 'Usage report' }).getAttribute('href')).toBe('/account/usage')
})
