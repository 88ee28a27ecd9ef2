import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { type Location, MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router-dom'
import { StyleSheetManager } from 'styled-components'
import { afterEach, beforeEach, vi } from 'vitest'
import { createQueryClient } from '../../src/lib/server/query-client.ts'
import { closeToast } from '../../src/lib/toasts.ts'
import { Screens } from '../../src/routes.tsx'
import { aUser } from '../answers/account.ts'
import { answerPresence } from './presence.ts'

// Screens are fetched lazily: a test imports its own before, since a cold machine takes seconds for that. Machines that share their cores
// are slow: wait longer, and show the text alone.
configure({
  asyncUtilTimeout: 60_000,
  // Asking jsdom whether each element is visible takes most of the time of a search.
  defaultHidden: true,
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\n${document.body.textContent}`),
})

export const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

export const problem = (status: number, error: string, more: object = {}, headers: Record<string, string> = {}) =>
  answer({ error, code: 'some_code', requestId: 'r-1', ...more }, status, headers)

export type Handlers = Record<string, (init: RequestInit) => Response | Promise<Response>>

let sent: { name: string; body: unknown }[] = []
/** Bodies of the requests of this method and path, since the last `serve`. */
export const sentTo = (name: string) => sent.filter((one) => one.name === name).map(({ body }) => body)

/** The server as the browser meets it: answers by method and path, 401 for a visitor, 404 for the rest. */
export function serve(handlers: Handlers) {
  const asked: string[] = []
  sent = []
  const all: Handlers = {
    'GET /api/auth/me': () => problem(401, 'Not signed in'),
    'GET /api/plans': () => answer([]),
    'GET /api/notifications': () => answer({ unseen: 0, notices: [] }),
    ...handlers,
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const name = `${init.method ?? 'GET'} ${path}`
    asked.push(name)
    if (init.body) sent.push({ name, body: init.body instanceof File ? init.body : bodyOf(init) })
    return (await all[name]?.(init)) ?? problem(404, 'Not found')
  })
  return { asked, count: (name: string) => asked.filter((one) => one === name).length }
}

/** The server for somebody who is signed in. */
export const serveSignedIn = (handlers: Handlers = {}, person: Partial<UserView> = {}) =>
  serve({ 'GET /api/auth/me': () => answer({ user: aUser(person) }), ...handlers })

export const bodyOf = ({ body }: RequestInit) => JSON.parse(String(body))
export const seen = (text: string | RegExp) => screen.findAllByText(text)
export const button = (name: string) => screen.findByRole('button', { name })
export const press = async (name: string) => userEvent.click(await button(name))

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

/**
 * Keeps of the styles only what decides whether an element is there for a person and for a test's pointer: jsdom takes a third of a test's
 * time to parse the others, and to apply them at each question for a role.
 */
const presence = /^(display|visibility|pointer-events|user-select|animation|animation-name)$/
const presenceAlone = (element: { type: string; props: string | string[] }) => {
  if (element.type === 'decl' && !presence.test(String(element.props))) element.type = 'comm'
}

/** The place where the app is, and how a test goes to another. */
interface OpenRouter {
  state: { location: Location }
  navigate: NavigateFunction
}

export function renderApp(path = '/') {
  const client = createQueryClient()
  const router = {} as OpenRouter
  const Observed = () => {
    router.state = { location: useLocation() }
    router.navigate = useNavigate()
    return null
  }
  const view = render(
    <StyleSheetManager stylisPlugins={[presenceAlone]}>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[path]}>
          <Screens />
          <Observed />
        </MemoryRouter>
      </QueryClientProvider>
    </StyleSheetManager>,
  )
  return { ...view, client, router }
}

/** A screen, with the server that it asks. */
export const openScreen = (path: string, handlers: Handlers = {}) => ({ ...serve(handlers), ...renderApp(path) })

/** The same for somebody who is signed in. */
export const openSignedIn = (path: string, handlers?: Handlers, person?: Partial<UserView>) => ({
  ...serveSignedIn(handlers, person),
  ...renderApp(path),
})

answerPresence()

// Browser features that jsdom lacks: there between tests as well, for what a test leaves behind in flight.
Object.assign(globalThis, {
  EventSource: FakeEventSource,
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  scrollTo: () => {},
  scrollBy: () => {},
})
Object.assign(Element.prototype, {
  scrollIntoView: () => {},
  hasPointerCapture: () => false,
  setPointerCapture: () => {},
})

beforeEach(() => {
  setWidth(1280)
  FakeEventSource.all = []
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store.
  document.cookie = 'sidebar_state=; path=/; max-age=0'
})

/** Where the page was sent to, and whether it was loaded again, in each test of a file. */
export function watchLocation(pathname: string) {
  const [assign, reload] = [vi.fn(), vi.fn()]
  beforeEach(() => {
    assign.mockReset()
    reload.mockReset()
    vi.stubGlobal('location', { pathname, search: '', assign, reload })
  })
  return { assign, reload }
}

afterEach(() => {
  cleanup()
  // They outlive the screen that showed them.
  for (let id = 0; id < 1_000; id++) closeToast(id)
  sessionStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
