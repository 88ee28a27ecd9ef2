import { build } from '../build.ts'

/** Reports of one page view: a fault in a loop must not flood the server. */
const maxReports = 5
const maxMessage = 1_000
const maxStack = 8_000

let reports = 0

/** The path without the secret in the link of a shared job. */
const shownPath = (path: string): string => path.replace(/^(\/shared\/).+/, '$1…')

/** Sends an error that no screen expected to the server's log. Never throws, and sends no query: that may hold a person's words. */
export function reportError(error: unknown): void {
  if (reports >= maxReports) return
  reports += 1
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined }
  const body = {
    message: (message || 'Unknown error').slice(0, maxMessage),
    ...(stack && { stack: stack.slice(0, maxStack) }),
    path: shownPath(location.pathname).slice(0, 500),
    build: build(),
  }
  void fetch('/api/client-errors', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
}

/** Errors outside of React: event handlers, timers, promises that nobody awaits. */
export function reportUncaught(): void {
  addEventListener('error', ({ error }) => error && reportError(error))
  addEventListener('unhandledrejection', ({ reason }) => reportError(reason))
}
