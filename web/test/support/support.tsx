import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, vi } from 'vitest'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { routes } from '../../src/routes.tsx'

// Screens are fetched lazily, and machines that share their cores are slow: wait longer, and show the text alone.
vi.setConfig({ testTimeout: 30_000 })
configure({
  asyncUtilTimeout: 10_000,
  // Asking jsdom whether each element is visible takes most of the time of a search.
  defaultHidden: true,
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\n${document.body.textContent}`),
})

export const user = {
  id: '7d7c1f52-7c1e-4a35-9a3d-0a3a4f0f2d11',
  username: 'mirabel',
  email: 'mirabel@example.com',
  subscriptionTier: 'free',
  subscriptionStatus: 'active',
  apiCallsUsed: 0,
  apiCallsLimit: 100,
  overageCallsUsed: 0,
  overageCost: '0.00',
  billingPeriodStart: '2026-01-01T00:00:00.000Z',
  billingPeriodEnd: '2026-02-01T00:00:00.000Z',
  webhookUrl: null,
  referralCode: null,
  bonusCallsEarned: 0,
  referralCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

export const stats = {
  totalJobs: 12_480,
  completedJobs: 12_316,
  failedJobs: 41,
  queueLength: 3,
  lastHour: { totalJobs: 112, completedJobs: 0, failedJobs: 97 },
  hourBefore: { totalJobs: 100, completedJobs: 100, failedJobs: 100 },
  hours: [],
  failures: [],
}

export const jobRow = (over: Partial<JobRow> = {}): JobRow => ({
  id: 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c',
  status: 'pending',
  progress: 0,
  userText: 'Hello there',
  voiceId: 'default',
  createdAt: new Date().toISOString(),
  version: 1,
  ...over,
})

export const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

export const problem = (status: number, error: string, more: object = {}, headers: Record<string, string> = {}) =>
  answer({ error, code: 'some_code', requestId: 'r-1', ...more }, status, headers)

export type Handlers = Record<string, (init: RequestInit) => Response | Promise<Response>>

/** The server as the browser meets it: answers by method and path, 401 for a visitor, 404 for the rest. */
export function serve(handlers: Handlers) {
  const asked: string[] = []
  const all: Handlers = {
    'GET /api/auth/me': () => problem(401, 'Not signed in'),
    'GET /api/plans': () => answer([]),
    ...handlers,
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${path}`
    asked.push(name)
    return (await all[name]?.(init)) ?? problem(404, 'Not found')
  })
  return { asked, count: (name: string) => asked.filter((one) => one === name).length }
}

/** An event source whose open, message and error the test triggers. */
export class FakeEventSource {
  static all: FakeEventSource[] = []
  url: string
  isClosed = false
  named = new Map<string, (event: { data: string }) => void>()
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null = null
  onerror: (() => void) | null = null

  constructor(url: string) {
    this.url = url
    FakeEventSource.all.push(this)
  }
  close() {
    this.isClosed = true
  }
  addEventListener(name: string, listener: (event: { data: string }) => void) {
    this.named.set(name, listener)
  }
  /** A named event. */
  emitNamed(name: string, data: unknown = {}) {
    this.named.get(name)?.({ data: JSON.stringify(data) })
  }
  emit(data: unknown, id = '') {
    this.onmessage?.({ data: JSON.stringify(data), lastEventId: id })
  }
  static get last(): FakeEventSource {
    return FakeEventSource.all.at(-1)!
  }
  /** The sources of one address, the newest last. */
  static of(url: string): FakeEventSource[] {
    return FakeEventSource.all.filter((source) => source.url === url)
  }
}

export function setWidth(px: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: px <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
}

export function renderApp(path = '/') {
  const client = createQueryClient()
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </QueryClientProvider>,
  )
  return { ...view, client }
}

/** Browser features that jsdom lacks. */
export function prepareBrowser() {
  setWidth(1280)
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('scrollTo', () => {})
  Element.prototype.scrollIntoView = () => {}
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.setPointerCapture = () => {}
  FakeEventSource.all = []
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = 'sidebar_state=; path=/; max-age=0'
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
