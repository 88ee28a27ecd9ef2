import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { backoffSeconds } from '../lib/backoff.ts'
import { isAway } from '../lib/http.ts'

/**
 * Watches every read in sight. While one has last failed because the server is away, it is asked again after
 * 1, 2, 4 … 30 s. `onChange` hears when this begins and ends. Returns the way to stop.
 */
export function watchServer(client: QueryClient, onChange: (isAway: boolean) => void): () => void {
  const failed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0

  const ask = () => {
    timer = setTimeout(async () => {
      await client.refetchQueries({ predicate: (query) => query.isActive() && failed.has(query.queryHash) })
      if (failed.size > 0) ask()
    }, backoffSeconds(tries) * 1_000)
    tries += 1
  }
  const settle = () => {
    onChange(failed.size > 0)
    if (failed.size === 0) {
      clearTimeout(timer)
      timer = undefined
      tries = 0
    } else if (!timer) ask()
  }

  const stop = client.getQueryCache().subscribe((event) => {
    const hash = event.query.queryHash
    const sizeBefore = failed.size
    if (event.type === 'updated' && event.action.type === 'error' && isAway(event.action.error)) failed.add(hash)
    else if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error'))
      failed.delete(hash)
    // A read that left the screen is nobody's concern.
    else if (event.type === 'removed' || (event.type === 'observerRemoved' && !event.query.isActive()))
      failed.delete(hash)
    if (failed.size !== sizeBefore) settle()
  })
  return () => {
    stop()
    clearTimeout(timer)
  }
}

export function useServerAway(): boolean {
  const client = useQueryClient()
  const [away, setAway] = useState(false)
  useEffect(() => watchServer(client, setAway), [client])
  return away
}
