import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followAccount } from './live-jobs.ts'
import { setLiveness } from './liveness.ts'

/** Follows the jobs of the person who is signed in; once, in the shell. */
export function useLiveJobs(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    const end = followAccount(client, setLiveness)
    return () => {
      end()
      setLiveness('opening')
    }
  }, [client, userId])
}
