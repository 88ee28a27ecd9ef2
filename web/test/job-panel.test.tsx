// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobView } from '@utter/contracts/http/job-views'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { durationOf } from '../src/features/job-panel/duration.ts'
import { stagesOf } from '../src/features/job-panel/stages.ts'
import {
  answer,
  FakeEventSource,
  type Handlers,
  jobRow,
  prepareBrowser,
  problem,
  renderApp,
  serve,
  stats,
  user,
} from './support.tsx'

beforeAll(
  () => Promise.all([import('../src/pages/job-queue.tsx'), import('../src/features/job-panel/job-panel.tsx')]),
  120_000,
)
beforeEach(() => {
  prepareBrowser()
  vi.stubGlobal('scrollBy', () => {})
})

const start = Date.parse('2026-01-01T12:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
const idOf = (number: number) => `${String(number).padStart(8, '0')}-0c1d-4c58-9d5e-6a0d4f0a1b2c`
type Step = [step: string, seconds: number, progress?: number]

function jobView(steps: Step[], more: Partial<JobView> = {}): JobView {
  return {
    ...jobRow({ id: idOf(1), userText: 'Text 1', createdAt: at(0) }),
    requestId: 'request-1',
    sessionId: 'default',
    ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
    webhookDelivered: false,
    webhookAttempts: 0,
    cached: false,
    updatedAt: at(0),
    timeline: steps.map(([step, seconds, progress = 0], index) => ({
      version: index + 1,
      at: at(seconds),
      step,
      status: 'processing',
      progress,
    })),
    ...more,
  }
}
const whole: Step[] = [
  ['submitted', 0],
  ['placed', 0.1],
  ['chat-started', 0.3, 10],
  ['reply-written', 1.2, 40],
  ['speech-started', 1.3, 50],
  ['speech-progressed', 2.4, 70],
  ['speech-progressed', 3.6, 90],
  ['completed', 4, 100],
]
const completed = jobView(whole, {
  status: 'completed',
  progress: 100,
  version: 8,
  audioUrl: '/audio/1.mp3',
  durationMs: 24_000,
  aiResponse: 'A long reply',
})
const failed = jobView([...whole.slice(0, 5), ['failed', 2, 50]], {
  status: 'failed',
  progress: 50,
  version: 6,
  error: 'Invalid voice ID',
  code: 'invalid_voice',
})
const running = jobView(whole.slice(0, 3), { status: 'processing', progress: 10, version: 3 })
const inSeconds = (job: JobView, now = 0) =>
  stagesOf(job, start + now * 1_000).map(({ name, state, segments }) => [
    name,
    state,
    segments.map(({ kind, fromMs, toMs }) => `${kind} ${fromMs / 1_000}–${toMs / 1_000}`).join(', '),
  ])

test('the stages of a completed job lie on one scale of time', () => {
  expect(inSeconds(completed)).toEqual([
    ['Waiting', 'done', 'work 0–0.3'],
    ['Chat', 'done', 'work 0.3–1.2'],
    ['Speech', 'done', 'work 1.3–3.6'],
    ['Storing', 'done', 'work 3.6–4'],
    ['Delivery', 'done', ''],
  ])
})

test('a running stage lasts until now, and those after it are to come', () => {
  expect(inSeconds(running, 2)).toEqual([
    ['Waiting', 'done', 'work 0–0.3'],
    ['Chat', 'running', 'work 0.3–2'],
    ['Speech', 'to come', ''],
    ['Storing', 'to come', ''],
    ['Delivery', 'to come', ''],
  ])
})

test('a clock that runs behind the server gives no negative time', () => {
  expect(inSeconds(running, -60)[1]).toEqual(['Chat', 'running', 'work 0.3–0.3'])
})

test('a try that failed, the pause after it and the next try are apart', () => {
  const job = jobView([...whole.slice(0, 5), ['step-postponed', 2], ['speech-started', 4], ['completed', 5, 100]], {
    status: 'completed',
  })
  expect(inSeconds(job)[2]).toEqual(['Speech', 'done', 'failed 1.3–2, pause 2–4, work 4–5'])
})

test('the stage in which a job failed is named, and what would have come is to come', () => {
  expect(inSeconds(failed).slice(2)).toEqual([
    ['Speech', 'failed', 'failed 1.3–2'],
    ['Storing', 'to come', ''],
    ['Delivery', 'to come', ''],
  ])
})

test('a job that was cancelled while it waited ended there', () => {
  const job = jobView(
    [
      ['submitted', 0],
      ['failed', 2],
    ],
    { status: 'failed', code: 'cancelled' },
  )
  expect(inSeconds(job)[0]).toEqual(['Waiting', 'failed', 'failed 0–2'])
})

test('a text that is spoken as it is has no chat, one from the cache no stage at all', () => {
  const spoken = jobView(
    [
      ['submitted', 0],
      ['speech-started', 1, 50],
      ['completed', 2, 100],
    ],
    { status: 'completed' },
  )
  expect(inSeconds(spoken)[1]).toEqual(['Chat', 'skipped', ''])
  const cached = jobView(
    [
      ['submitted', 0],
      ['completed', 0, 100],
    ],
    { status: 'completed', cached: true },
  )
  expect(inSeconds(cached).map(([, state]) => state)).toEqual(['done', 'skipped', 'skipped', 'skipped', 'done'])
})

test.each([
  [400, '0.4 s'],
  [59_940, '59.9 s'],
  [59_960, '1 min 0 s'],
  [745_000, '12 min 25 s'],
])('%i ms read %s', (ms, words) => {
  expect(durationOf(ms)).toBe(words)
})

const rows = [1, 2, 3].map((number) => jobRow({ id: idOf(number), userText: `Text ${number}` }))
function show(job: JobView, path: string, handlers: Handlers = {}) {
  const served = serve({
    'GET /api/auth/me': () => answer({ user }),
    'GET /api/stats': () => answer(stats),
    'GET /api/jobs/recent': () => answer(rows),
    'GET /api/jobs': () => answer(rows),
    [`GET /api/jobs/${job.id}`]: () => answer(job),
    [`GET /api/jobs/${idOf(2)}`]: () => answer({ ...job, id: idOf(2), userText: 'Text 2' }),
    ...handlers,
  })
  return { ...served, ...renderApp(path) }
}
const panel = () => screen.findByRole('dialog')
const openPath = `/jobs?job=${idOf(1)}`

test('a click on a row opens its job; Escape closes it, and the focus returns to the row', async () => {
  show(completed, '/jobs')
  const person = userEvent.setup()
  await person.click(
    within((await screen.findByText('Text 1')).closest<HTMLElement>('[role=row]')!).getByText('Pending'),
  )
  expect(await within(await panel()).findByText('Timeline')).toBeDefined()
  expect(document.activeElement).toBe(await panel())
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Text 1'))
})

test('arrows lead to the neighbours, and stop at the ends', async () => {
  show(completed, openPath)
  const person = userEvent.setup()
  await within(await panel()).findByText('Timeline')
  await person.keyboard('{ArrowUp}')
  expect(within(await panel()).getByText(idOf(1))).toBeDefined()
  await person.keyboard('{ArrowDown}')
  expect(await within(await panel()).findByText('Text 2')).toBeDefined()
})

test('a completed job has its player, its reply, its settings and a download', async () => {
  show(completed, openPath)
  const inside = within(await panel())
  expect(await inside.findByRole('slider', { name: 'Seek' })).toBeDefined()
  expect(inside.getByText('A long reply')).toBeDefined()
  expect(inside.getByText('0.80')).toBeDefined()
  expect(inside.getByText('request-1')).toBeDefined()
  expect(inside.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/audio/1.mp3')
  expect(inside.queryByRole('button', { name: 'Cancel job' })).toBeNull()
})

test('the error of a failed job stands before everything else', async () => {
  show(failed, openPath)
  const inside = within(await panel())
  const error = await inside.findByText('Invalid voice ID')
  const text = inside.getByRole('heading', { name: 'Text' })
  expect(error.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('a cancelled job is Failed in the list and Cancelled in its panel', async () => {
  const row = { ...rows[0], status: 'failed', code: 'cancelled', error: 'Cancelled' }
  show({ ...failed, code: 'cancelled', error: 'Cancelled' }, openPath, { 'GET /api/jobs': () => answer([row]) })
  expect(await within(await panel()).findByText('Cancelled')).toBeDefined()
  expect(within(await panel()).queryByText('Failed')).toBeNull()
  expect(within(screen.getAllByRole('row')[1]!).getByText('Failed')).toBeDefined()
})

test('a running job moves by its own stream, to its sound', async () => {
  let job: JobView = running
  show(running, openPath, { [`GET /api/jobs/${idOf(1)}`]: () => answer(job) })
  const inside = within(await panel())
  expect(await inside.findByText('Writing the reply')).toBeDefined()
  await waitFor(() => expect(FakeEventSource.of(`/api/events/${idOf(1)}`)).toHaveLength(1))
  const stream = FakeEventSource.of(`/api/events/${idOf(1)}`)[0]!
  act(() => stream.emit({ status: 'processing', progress: 55 }, '6'))
  expect(await inside.findByText('Speaking the reply')).toBeDefined()
  job = completed
  act(() => stream.emit({ status: 'completed', progress: 100, audioUrl: '/audio/1.mp3' }, '8'))
  expect(await inside.findByRole('slider', { name: 'Seek' })).toBeDefined()
})

test('cancelling too late shows the sentence of the server; in time the job is cancelled', async () => {
  let isLate = true
  const cancelled = { ...failed, code: 'cancelled', error: 'Cancelled' }
  show(running, openPath, {
    [`POST /api/jobs/${idOf(1)}/cancel`]: () => (isLate ? problem(409, 'Too late to cancel') : answer(cancelled)),
  })
  const inside = within(await panel())
  await userEvent.click(await inside.findByRole('button', { name: 'Cancel job' }))
  expect((await inside.findByRole('alert')).textContent).toBe('Too late to cancel')
  isLate = false
  await userEvent.click(inside.getByRole('button', { name: 'Cancel job' }))
  expect(await inside.findByText('Cancelled')).toBeDefined()
  await waitFor(() =>
    expect(within(screen.getAllByRole('row', { hidden: true })[1]!).getByText('Failed')).toBeDefined(),
  )
})

test('an unknown job has a sentence', async () => {
  show(completed, `/jobs?job=${idOf(9)}`, {
    [`GET /api/jobs/${idOf(9)}`]: () => problem(404, 'Job not found'),
  })
  expect(await within(await panel()).findByText('Job not found')).toBeDefined()
})

test('the panel opens from the Dashboard too', async () => {
  show(completed, '/')
  await userEvent.click(await screen.findByText('Text 1'))
  expect(await within(await panel()).findByText('Timeline')).toBeDefined()
})

test('a visitor is shown no panel', async () => {
  serve({})
  renderApp(openPath)
  await screen.findByText('Log in to see the jobs of your account.')
  expect(screen.queryByRole('dialog')).toBeNull()
})
