import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { backoffSeconds } from '../lib/backoff.ts'
import { isUnavailable } from '../lib/http.ts'

/**
 * Watches every active query. While one has last failed because the server is unavailable, it is repeated after
 * 1, 2, 4 … 30 s. `onChange` is called when this begins and ends. @returns stops it
 */
export function watchServer(client: QueryClient, onChange: (isUnavailable: boolean) => void): () => void {
  const failed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0

  const retryLater = () => {
    timer = setTimeout(async () => {
      await client.refetchQueries({ predicate: (query) => query.isActive() && failed.has(query.queryHash) })
      if (failed.size > 0) retryLater()
    }, backoffSeconds(attempts) * 1_000)
    attempts += 1
  }
  const settle = () => {
    onChange(failed.size > 0)
    if (failed.size === 0) {
      clearTimeout(timer)
      timer = undefined
      attempts = 0
    } else if (!timer) retryLater()
  }

  const stop = client.getQueryCache().subscribe((event) => {
    const hash = event.query.queryHash
    const sizeBefore = failed.size
    if (event.type === 'updated' && event.action.type === 'error' && isUnavailable(event.action.error)) failed.add(hash)
    else if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error'))
      failed.delete(hash)
    // A query that no screen uses any more does not count.
    else if (event.type === 'removed' || (event.type === 'observerRemoved' && !event.query.isActive()))
      failed.delete(hash)
    if (failed.size !== sizeBefore) settle()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

export function useServerUnavailable(): boolean {
  const client = useQueryClient()
  const [isUnavailableNow, setUnavailable] = useState(false)
  useEffect(() => watchServer(client, setUnavailable), [client])
  return isUnavailableNow
}
