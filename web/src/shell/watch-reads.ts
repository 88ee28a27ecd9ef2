import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { backoffMs } from '../lib/server/backoff.ts'
import { HttpError, isUnavailable } from '../lib/server/http.ts'

/** Why reads fail that will succeed later: nobody answers, or the server refuses until a time (ms since 1970). */
export type Trouble = { kind: 'unavailable' } | { kind: 'limited'; untilMs: number }

/** A server that names no time is asked again after this many seconds. */
const defaultRetryAfterSeconds = 5

function troubleOf(error: unknown): Trouble | undefined {
  if (isUnavailable(error)) return { kind: 'unavailable' }
  if (!(error instanceof HttpError && error.status === 429)) return undefined
  return { kind: 'limited', untilMs: Date.now() + (error.retryAfterSeconds ?? defaultRetryAfterSeconds) * 1_000 }
}

/**
 * Watches every active query. A query that failed because the server is unavailable is repeated after 1, 2, 4 … 30 s
 * with full jitter; one that was refused (429), after the time that the server gave. `onChange` is called when the
 * trouble begins, changes and ends. @returns stops it
 */
export function watchReads(client: QueryClient, onChange: (trouble: Trouble | undefined) => void): () => void {
  const failed = new Map<string, Trouble>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0

  const present = (): Trouble | undefined => {
    const all = [...failed.values()]
    return all.find(({ kind }) => kind === 'unavailable') ?? all.find(({ kind }) => kind === 'limited')
  }
  const retryLater = (trouble: Trouble) => {
    const waitMs = trouble.kind === 'limited' ? trouble.untilMs - Date.now() : backoffMs(attempts)
    timer = setTimeout(async () => {
      await client.refetchQueries({ predicate: (query) => query.isActive() && failed.has(query.queryHash) })
      timer = undefined
      settle()
    }, waitMs)
    attempts += 1
  }
  const settle = () => {
    const trouble = present()
    onChange(trouble)
    if (!trouble) {
      clearTimeout(timer)
      timer = undefined
      attempts = 0
    } else if (!timer) retryLater(trouble)
  }

  const stop = client.getQueryCache().subscribe((event) => {
    const hash = event.query.queryHash
    const before = failed.get(hash)
    if (event.type === 'updated' && event.action.type === 'error') {
      const trouble = troubleOf(event.action.error)
      if (trouble) failed.set(hash, trouble)
      else failed.delete(hash)
      // Data that the stream has changed does not show that the read works.
    } else if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) failed.delete(hash)
    // A query that no screen uses any more does not count.
    else if (event.type === 'removed' || (event.type === 'observerRemoved' && !event.query.isActive()))
      failed.delete(hash)
    if (failed.get(hash) !== before) settle()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

export function useTrouble(): Trouble | undefined {
  const client = useQueryClient()
  const [trouble, setTrouble] = useState<Trouble>()
  useEffect(() => watchReads(client, setTrouble), [client])
  return trouble
}
