import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'
import { filterRows } from '../../src/features/job-list/filters/filter-rows.ts'
import { type FilterState, useFilters } from '../../src/features/job-list/filters/use-filters.ts'
import { applyAccountEvent } from '../../src/features/jobs/live/lists.ts'
import { aUser } from '../answers/account.ts'
import { aJob, statsOf } from '../answers/jobs.ts'
import { answer, type Handlers, openScreen, problem, renderApp, serve } from '../support/support.tsx'
import '../../src/features/commands/palette.tsx'
import '../../src/features/job-list/filters/save-filters-dialog.tsx'
import '../../src/pages/job-queue.tsx'

const row = (number: number, more: Partial<JobRow> = {}) =>
  aJob({
    id: `${String(number).padStart(8, '0')}-0c1d-4c58-9d5e-6a0d4f0a1b2c`,
    userText: `Text ${number}`,
    createdAt: new Date(Date.now() - number * 60_000).toISOString(),
    ...more,
  })
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => row(from + i))

const signedIn = (handlers: Handlers = {}): Handlers => ({
  'GET /api/auth/me': () => answer({ user: aUser() }),
  'GET /api/stats': () => answer(statsOf()),
  'GET /api/jobs/recent': () => answer([]),
  ...handlers,
})
const openAs = (handlers: Handlers = {}) => openScreen('/jobs', signedIn(handlers))
const open = (jobs: JobRow[], path = '/jobs') => {
  const served = serve(signedIn({ 'GET /api/jobs': () => answer(jobs) }))
  return { ...served, ...renderApp(path) }
}
const bodyRows = () => screen.getAllByRole('row').slice(1)
const heading = () => screen.getByRole('heading', { name: /^Jobs/ })
const searchBox = () => screen.getByPlaceholderText('Search jobs...')
const statusBox = () => screen.getByLabelText('Filter by status')

test('the columns, the ids of 12 and 8 characters, the count and the actions of a job with a sound', async () => {
  open([row(1, { status: 'completed', progress: 100, audioUrl: '/audio/1.mp3', voiceId: 'vc_aria7x99' }), row(2)])
  const line = (await screen.findByText('Text 1')).closest<HTMLElement>('[role=row]')!
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    '',
    'Job ID',
    'Status',
    'Progress',
    'User Text',
    'Voice ID',
    'Created',
    'Actions',
  ])
  expect(line.textContent).toContain('00000001-0c1…')
  expect(line.textContent).toContain('vc_aria7…')
  expect(line.textContent).toContain('1 minute ago')
  expect(within(line).getByRole('button', { name: /^Play / })).toBeDefined()
  expect(
    within(line)
      .getByRole('link', { name: /^Download / })
      .getAttribute('href'),
  ).toBe('/audio/1.mp3')
  const other = screen.getByText('Text 2').closest<HTMLElement>('[role=row]')!
  expect(within(other).queryByRole('button', { name: /^Play / })).toBeNull()
  expect(heading().textContent).toBe('Jobs 2')
})

test('search and status are combined, whatever the case, and stand in the address', async () => {
  open([row(1, { userText: 'A Lighthouse' }), row(2, { userText: 'A lighthouse', status: 'failed' }), row(3)])
  await screen.findByText('A Lighthouse')
  const person = userEvent.setup()
  await person.type(searchBox(), 'LIGHT')
  await waitFor(() => expect(bodyRows()).toHaveLength(2))
  fireEvent.change(statusBox(), { target: { value: 'failed' } })
  await waitFor(() => expect(bodyRows()).toHaveLength(1))
  expect(heading().textContent).toBe('Jobs 1')
})

test('the address sets the filters; an unknown status is All Jobs', async () => {
  open([row(1), row(2, { status: 'failed' })], '/jobs?q=text%202&status=paused')
  expect(await screen.findByText('Text 2')).toBeDefined()
  expect(bodyRows()).toHaveLength(1)
  expect((searchBox() as HTMLInputElement).value).toBe('text 2')
  expect((statusBox() as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('All Jobs')
})

/** The filters by themselves, as their screen has them. */
function openFilters() {
  let filters: FilterState | undefined
  const Probe = () => {
    filters = useFilters()
    return null
  }
  const router = createMemoryRouter([{ path: '/jobs', element: <Probe /> }], { initialEntries: ['/jobs'] })
  render(<RouterProvider router={router} />)
  return { router, filters: () => filters }
}

test('an address that somebody else changes sets the text, there and back', async () => {
  const { router, filters } = openFilters()
  act(() => filters()?.setStatus('failed'))
  await waitFor(() => expect(router.state.location.search).toBe('?status=failed'))
  await act(() => router.navigate('/jobs?q=sea'))
  await waitFor(() => expect(filters()?.text).toBe('sea'))
  await act(() => router.navigate('/jobs'))
  await waitFor(() => expect(filters()?.text).toBe(''))
})

test('a status that is chosen right after typing is kept, and so is the text', async () => {
  const { router, filters } = openFilters()
  act(() => filters()?.setText('sea'))
  act(() => filters()?.setStatus('failed'))
  await waitFor(() => expect(router.state.location.search).toBe('?q=sea&status=failed'))
  act(() => filters()?.setText('sea '))
  await waitFor(() => expect(router.state.location.search).toBe('?q=sea+&status=failed'))
})

test('the id is searched as the text is', () => {
  expect(
    filterRows([row(1), row(2)], { status: undefined, code: undefined, tag: undefined, text: '00000002-0C' }),
  ).toMatchObject([{ userText: 'Text 2' }])
})

test('nothing found offers to clear the filters', async () => {
  open([row(1)], '/jobs?q=narwhal&status=failed')
  expect(await screen.findByText('No jobs found')).toBeDefined()
  expect(screen.getByText('Try adjusting your filters')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Text 1')).toBeDefined()
  expect((searchBox() as HTMLInputElement).value).toBe('')
})

describe('saved filters', () => {
  const saved = () => screen.findByRole('list', { name: 'Saved filters' })

  test('have a name, lead back to their jobs also in another tab, and are forgotten', async () => {
    const { router } = open([row(1), row(2, { status: 'failed' })], '/jobs?q=text&status=failed')
    await userEvent.click(await screen.findByRole('button', { name: 'Save filters' }))
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Failed, text')
    await userEvent.clear(name)
    await userEvent.type(name, 'To look at{Enter}')
    expect(
      within(await saved())
        .getByRole('link', { name: 'To look at' })
        .getAttribute('aria-current'),
    ).toBe('true')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save filters' })).toBeNull())
    await act(() => router.navigate('/jobs'))
    await waitFor(() => expect(bodyRows()).toHaveLength(2))
    await userEvent.click(within(await saved()).getByRole('link', { name: 'To look at' }))
    await waitFor(() => expect(router.state.location.search).toBe('?q=text&status=failed'))
    await waitFor(() => expect(bodyRows()).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Forget To look at' }))
    expect(screen.queryByRole('list', { name: 'Saved filters' })).toBeNull()
  })

  test('are of one account, and what is no list of them is none', async () => {
    localStorage.setItem('job-filters:somebody-else', JSON.stringify([{ name: 'Theirs', search: 'q=sea' }]))
    localStorage.setItem(`job-filters:${aUser().id}`, '{"name":')
    open([row(1)])
    await screen.findByText('Text 1')
    expect(screen.queryByText('Theirs')).toBeNull()
    expect(screen.queryByRole('list', { name: 'Saved filters' })).toBeNull()
  })

  test('are found in the palette', async () => {
    localStorage.setItem(`job-filters:${aUser().id}`, JSON.stringify([{ name: 'At sea', search: 'q=sea' }]))
    const { router } = open([row(1)])
    await screen.findByText('Text 1')
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search and commands' }), 'at sea{Enter}')
    await waitFor(() => expect(router.state.location.search).toBe('?q=sea'))
    await waitFor(() => expect(router.state.location.search).toBe('?q=sea'))
  })
})

test('a visitor is invited to log in, and no job is asked for', async () => {
  const { asked } = openScreen('/jobs')
  expect(await screen.findByText('No jobs found')).toBeDefined()
  expect(screen.getByText('Log in to see the jobs of your account.')).toBeDefined()
  expect(asked.filter((name) => /jobs|stats/.test(name))).toEqual([])
})

test('five rows wait while the jobs are on their way; a refused read ends in the empty table', async () => {
  let refuse = () => {}
  const { count } = openAs({
    'GET /api/jobs': () => new Promise((resolve) => (refuse = () => resolve(problem(429, 'no')))),
  })
  await screen.findByText('Job ID')
  expect(bodyRows()).toHaveLength(5)
  await waitFor(() => expect(count('GET /api/jobs')).toBe(1))
  await act(async () => refuse())
  expect(await screen.findByText('No jobs found')).toBeDefined()
})

/** `GET /api/jobs` of an account with so many jobs, 100 at a time. */
function pages(total: number): Handlers {
  const handlers: Handlers = {}
  for (let from = 0; from < total; from += 100) {
    const next: Record<string, string> =
      from + 100 < total ? { link: `</api/jobs?limit=100&cursor=${from + 100}>; rel="next"` } : {}
    const path = from === 0 ? '/api/jobs' : `/api/jobs?limit=100&cursor=${from}`
    handlers[`GET ${path}`] = () => answer(rows(from, Math.min(from + 100, total)), 200, next)
  }
  return handlers
}

test('all pages are loaded in the background, and only the rows in sight are in the document', async () => {
  openAs(pages(350))
  await screen.findByText('Text 0')
  await waitFor(() => expect(heading().textContent).toBe('Jobs 350'))
  expect(bodyRows().length).toBeLessThan(60)
  const table = screen.getByRole('table')
  expect(table.getAttribute('aria-rowcount')).toBe('351')
  expect(bodyRows()[2]?.getAttribute('aria-rowindex')).toBe('4')
})

test('a page that is refused is asked for again after Retry-After', async () => {
  const handlers = pages(150)
  const last = 'GET /api/jobs?limit=100&cursor=100'
  let refusals = 1
  const { count } = openAs({
    ...handlers,
    [last]: (init) =>
      refusals-- > 0 ? problem(429, 'Rate limit exceeded', {}, { 'retry-after': '1' }) : handlers[last]!(init),
  })
  await screen.findByText('Text 0')
  await waitFor(() => expect(count(last)).toBe(1))
  expect(heading().textContent).toBe('Jobs 100+')
  await waitFor(() => expect(heading().textContent).toBe('Jobs 150'))
  expect(count(last)).toBe(2)
})

test('past 2,000 jobs the server searches, from the last loaded one on', async () => {
  const found = row(70_000, { userText: 'A narwhal' })
  const { asked } = openAs({
    ...pages(2_100),
    'GET /api/jobs?limit=100&cursor=2000&q=narwhal': () => answer([found]),
  })
  await screen.findByText('Text 0')
  await waitFor(() => expect(heading().textContent).toBe('Jobs 2,000+'))
  expect(asked).not.toContain('GET /api/jobs?limit=100&cursor=2000')
  fireEvent.change(searchBox(), { target: { value: 'narwhal' } })
  expect(await screen.findByText('No jobs found')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Search older jobs' }))
  expect(await screen.findByText('A narwhal')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Search older jobs' })).toBeNull()
  expect(heading().textContent).toBe('Jobs 1')
})

test('an event moves the row of the list; a new job appears on top', async () => {
  const jobs = [row(1, { version: 1 })]
  const { client } = open(jobs)
  await screen.findByText('Text 1')
  act(() => applyAccountEvent(client, { jobId: jobs[0]!.id, status: 'processing', progress: 40, version: 2 }))
  expect(await screen.findByText('40%')).toBeDefined()
  jobs.unshift(row(0))
  act(() => applyAccountEvent(client, { jobId: jobs[0]!.id, status: 'pending', progress: 0, version: 1 }))
  await screen.findByText('Text 0')
  expect(bodyRows()[0]?.textContent).toContain('Text 0')
})

test('a failed row says why', async () => {
  open([row(1, { status: 'failed', progress: 50, error: 'Invalid voice ID', code: 'invalid_voice' })])
  expect(await screen.findByText('Invalid voice ID')).toBeDefined()
})

test('one sound at a time: the row that plays offers Pause, the others Play', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('play'))
    this.dispatchEvent(new Event('playing'))
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'))
  })
  const sound = (number: number) =>
    row(number, { status: 'completed', progress: 100, audioUrl: `/audio/${number}.mp3` })
  open([sound(1), sound(2)])
  await screen.findByText('Text 1')
  const [first, second] = screen.getAllByRole('button', { name: /^Play / })
  await userEvent.click(first!)
  expect(first?.getAttribute('aria-label')).toBe('Pause Text 1')
  await userEvent.click(second!)
  const acts = () => [first, second].map((button) => button?.getAttribute('aria-label')?.split(' ')[0])
  expect(acts()).toEqual(['Play', 'Pause'])
  await userEvent.click(second!)
  expect(pause).toHaveBeenCalled()
  expect(acts()).toEqual(['Play', 'Play'])
})
