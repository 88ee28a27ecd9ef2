import { useQueryClient } from '@tanstack/react-query'
import type { AccountJobEvent } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { useEffect } from 'react'
import { throttle } from '../../lib/throttle.ts'
import { accountEvents } from '../jobs/live/account-events.ts'
import { usageQuery } from './queries.ts'

/** The days are counted from the jobs: a busy account is not to have that done for each of them. */
const pauseMs = 5_000

/** A job is used once it is submitted, and counted or given back once it has ended. A stream that has opened may have missed either. */
const movesUsage = (event: AccountJobEvent | null) =>
  event === null || event.status === 'pending' || isFinal(event.status)

/**
 * Reads the usage when its screen is gone to, and after jobs while it is open, at most once in 5 s.
 * @param withReports also the reports that are shown
 */
export function useLiveUsage(withReports = false): void {
  const client = useQueryClient()
  useEffect(() => {
    const { call, cancel } = throttle(() => {
      // A first read that is under way is joined.
      void client.invalidateQueries({ queryKey: usageQuery.queryKey, exact: !withReports }, { cancelRefetch: false })
    }, pauseMs)
    call()
    const end = accountEvents.on((event) => {
      if (movesUsage(event)) call()
    })
    return () => {
      end()
      cancel()
    }
  }, [client, withReports])
}
