import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { LastDay } from '../../src/features/dashboard/last-day.tsx'
import { useEachHour } from '../../src/features/dashboard/use-each-hour.ts'
import { statsQuery } from '../../src/features/jobs/live/queries.ts'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { scaleOf } from '../../src/ui/data/chart-scale.ts'
import { aJob, aVoice, statsOf } from '../answers/jobs.ts'
import { answer, openScreen, problem, renderApp, serveSignedIn } from '../support/support.tsx'
import '../../src/pages/dashboard.tsx'
import '../../src/pages/job-queue.tsx'

const hours = Array.from({ length: 24 }, (_, index) => ({
  startsAt: new Date(Date.parse('2026-01-01T00:00:00.000Z') + index * 3_600_000).toISOString(),
  completed: index,
  failed: index % 2,
}))
const failures = [{ code: 'invalid_voice', error: 'Invalid voice ID', jobs: 12 }]
const failed = aJob({ status: 'failed', error: 'Invalid voice ID', code: 'invalid_voice', userText: 'No voice' })
const other = aJob({
  id: 'e07d4482-1111-4c58-9d5e-6a0d4f0a1b2c',
  status: 'failed',
  error: 'Timed out',
  code: 'timed_out',
})
const signedIn = (more: object) =>
  serveSignedIn({
    'GET /api/stats': () => answer(statsOf(more)),
    'GET /api/jobs/recent': () => answer([]),
    'GET /api/jobs': () => answer([failed, other]),
  })

test.each([
  [0, 3],
  [3, 3],
  [4, 6],
  [74, 75],
  [100, 120],
  [1_000, 1_200],
])('at most %i jobs an hour have a scale up to %i', (max, top) => {
  expect(scaleOf(max).top).toBe(top)
  expect(scaleOf(max).lines.every(Number.isInteger)).toBe(true)
})

test('each of the last 24 hours has a bar with its numbers, and the table the same ones', () => {
  render(
    <MemoryRouter>
      <LastDay stats={statsOf({ hours, failures })} isLoading={false} />
    </MemoryRouter>,
  )
  const chart = screen.getByRole('group', { name: 'Jobs by hour' })
  expect(within(chart).getAllByRole('img')).toHaveLength(24)
  const last = hours.at(-1)!
  const bar = within(chart).getByRole('img', { name: /: 23 completed, 1 failed$/ })
  expect(bar.tabIndex).toBe(0)
  fireEvent.keyDown(bar, { key: 'ArrowLeft' })
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/: 22 completed, 0 failed$/)
  const lines = within(screen.getByRole('table', { name: 'Jobs of the last 24 hours, by hour' })).getAllByRole('row')
  expect(lines).toHaveLength(1 + 24)
  expect(lines.at(-1)?.textContent).toContain(`${last.completed}${last.failed}`)
})

test.each([
  [{ jobs: 512, inTime: 511, medianOffSeconds: 2 }, '99% of jobs in the expected time, half at most 2 s off'],
  [{ jobs: 1, inTime: 1, medianOffSeconds: 600 }, '100% of jobs in the expected time, half at most 10 min off'],
  [{ jobs: 3, inTime: 0, medianOffSeconds: 86_400 }, '0% of jobs in the expected time, half at most 24 h off'],
])('how far expected times were off is below the chart: %o', async (estimates, line) => {
  signedIn({ hours, failures, estimates })
  renderApp('/')
  expect(await screen.findByText(line)).toBeDefined()
})

test('nothing is said of expected times before a job was measured', async () => {
  signedIn({ hours, failures })
  renderApp('/')
  await screen.findByText('Invalid voice ID')
  expect(screen.queryByText(/expected time/)).toBeNull()
})

test('the totals are read again at the turn of the hour, although no job has changed', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T12:59:00.000Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const { count } = signedIn({ hours, failures })
  const client = createQueryClient()
  client.setQueryData(statsQuery.queryKey, statsOf())
  const shown = renderHook(
    () => {
      useQuery(statsQuery)
      useEachHour(true)
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  await vi.advanceTimersByTimeAsync(59_000)
  expect(count('GET /api/stats')).toBe(0)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(count('GET /api/stats')).toBe(1)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(count('GET /api/stats')).toBe(2)
  shown.unmount()
})

test('a reason of failures leads to its jobs, and can be taken away there', async () => {
  signedIn({ hours, failures })
  renderApp('/')
  fireEvent.click(await screen.findByText('Invalid voice ID'))
  await screen.findByText('No voice')
  expect(screen.getByRole('heading', { name: /^Jobs/ }).textContent).toBe('Jobs 1')
  fireEvent.click(screen.getByRole('button', { name: 'Any reason, not only: Invalid voice ID' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: /^Jobs/ }).textContent).toBe('Jobs 2'))
})

test('a visitor hears a voice at once, chooses among all, and can sign up', async () => {
  openScreen('/', { 'GET /api/voices': () => answer([aVoice('joe', 'Joe'), aVoice('slt', 'Clara')]) })
  await screen.findByText('Sign up, and hear your own words in it.')
  const sample = await screen.findByRole('group', { name: 'Sample of Joe' })
  expect(within(sample).getByRole('button', { name: 'Play' })).toBeDefined()
  expect(sample.querySelector('audio')?.getAttribute('src')).toBe('/api/voices/joe/sample.mp3')
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  fireEvent.keyDown(within(sample).getByRole('slider', { name: 'Seek' }), { key: ' ' })
  expect(play).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('radio', { name: /Clara/ }))
  expect(await screen.findByRole('group', { name: 'Sample of Clara' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe(
    `/signup?next=${encodeURIComponent('/test?kind=tts&voice=slt')}`,
  )
})

test('voices that cannot be read leave a sentence, not an endless skeleton', async () => {
  openScreen('/', { 'GET /api/voices': () => problem(503, 'Service unavailable') })
  expect(await screen.findByText('Voices will be heard here.')).toBeDefined()
})
