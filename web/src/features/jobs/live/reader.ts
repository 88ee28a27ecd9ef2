import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { throttle } from '../../../lib/throttle.ts'

/** A list and the totals are read again at most once in this time, however many jobs change in it. */
const readPauseMs = 1_000

/**
 * A read of one query that may be asked for at any time. A read that is under way began too early to have what was asked for: it is
 * neither joined nor cancelled (a busy account would cancel each one), and another follows it. A query that no screen shows is only
 * marked, and read when a screen shows it next.
 */
export function createReader(client: QueryClient, queryKey: QueryKey): () => void {
  const filter = { queryKey, exact: true }
  let isReading = false
  let isWanted = false

  const { call } = throttle(async () => {
    isWanted = isReading
    if (isReading) return
    isReading = true
    await client.refetchQueries({ ...filter, fetchStatus: 'fetching' }, { cancelRefetch: false })
    await client.invalidateQueries(filter, { cancelRefetch: false })
    isReading = false
    if (isWanted) call()
  }, readPauseMs)
  return call
}
