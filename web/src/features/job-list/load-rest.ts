import type { QueryClient } from '@tanstack/react-query'
import { reportError } from '../../lib/browser/report-error.ts'
import { backoffMs } from '../../lib/server/backoff.ts'
import { HttpError, isUnavailable } from '../../lib/server/http.ts'
import { wholeQuery } from '../jobs/live/queries.ts'
import { readPage } from '../jobs/live/read-page.ts'
import { withNextPage } from '../jobs/live/whole-list.ts'

/** Rows that are loaded by themselves; older ones are found by the server's search. */
export const maxRows = 2_000

/** Reads page after page in the background. A refused read is repeated after Retry-After, a failed one after the pauses of a broken stream. */
export async function loadRest(client: QueryClient, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const list = client.getQueryData(wholeQuery.queryKey)
    const from = list?.next
    if (!from || list.rows.length >= maxRows) return
    try {
      const page = await readPage(from, signal, reportError)
      client.setQueryData(wholeQuery.queryKey, (present) => present && withNextPage(present, from, page))
      failures = 0
    } catch (error) {
      const pauseMs = pauseAfter(error, failures)
      if (pauseMs === undefined) return
      failures += 1
      await pause(pauseMs, signal)
    }
  }
}

/** @returns milliseconds; undefined where another try would end the same way */
function pauseAfter(error: unknown, failures: number): number | undefined {
  const afterSeconds = error instanceof HttpError && error.status === 429 ? error.retryAfterSeconds : undefined
  if (afterSeconds !== undefined) return afterSeconds * 1_000
  return isUnavailable(error) ? backoffMs(failures) : undefined
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
