import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { AccountJobEvent } from '@utter/contracts/http/job-views'
import { useEffect, useState } from 'react'
import { isUnauthorized } from '../../lib/http.ts'
import { followStream } from '../../lib/live-stream.ts'
import { throttle } from '../../lib/throttle.ts'
import { applyToRows } from './apply-event.ts'
import type { Liveness } from './live-mark.tsx'
import { recentQuery, statsQuery } from './queries.ts'

/** Counters and lists are read again at most once in this time, however many jobs end in it. */
const readPauseMs = 1_000

type Follow = typeof followStream

/** Keeps the recent jobs and the totals in step with the account's stream. Returns the way to end it. */
export function followAccount(
  client: QueryClient,
  onChange: (liveness: Liveness) => void,
  follow: Follow = followStream,
): () => void {
  const readStats = throttle(() => void client.refetchQueries({ queryKey: statsQuery.queryKey }), readPauseMs)
  const readRecent = throttle(() => void client.refetchQueries({ queryKey: recentQuery.queryKey }), readPauseMs)

  const end = follow({
    url: '/api/events',
    onOpen: () => {
      onChange('live')
      // Changes between the first read and the opening are in no event.
      readRecent.call()
      readStats.call()
    },
    onMessage: (data) => {
      const { data: event } = AccountJobEvent.safeParse(data)
      const rows = client.getQueryData(recentQuery.queryKey)
      if (!event || !rows) return
      const applied = applyToRows(rows, event.jobId, event, event.version)
      if (!applied) readRecent.call()
      else client.setQueryData(recentQuery.queryKey, applied)
      const before = rows.find(({ id }) => id === event.jobId)
      if (before?.status !== event.status) readStats.call()
    },
    shouldReopen: async () => {
      onChange('paused')
      await client.refetchQueries({ queryKey: recentQuery.queryKey })
      return !isUnauthorized(client.getQueryState(recentQuery.queryKey)?.error)
    },
  })
  return () => {
    end()
    readStats.cancel()
    readRecent.cancel()
  }
}

export function useLiveJobs(isSignedIn: boolean): Liveness {
  const client = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('opening')
  useEffect(() => {
    if (!isSignedIn) return
    const end = followAccount(client, setLiveness)
    return () => {
      end()
      setLiveness('opening')
    }
  }, [client, isSignedIn])
  return liveness
}
