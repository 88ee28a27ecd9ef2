import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { statsQuery } from '../jobs/live/queries.ts'

const hourMs = 3_600_000
/** The server's clock may be a little behind. */
const graceMs = 2_000

/** Reads the totals again at the turn of each hour: those of hours change although no job does. */
export function useEachHour(isSignedIn: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isSignedIn) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          void client.invalidateQueries({ queryKey: statsQuery.queryKey, exact: true })
          wait()
        },
        hourMs - (Date.now() % hourMs) + graceMs,
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [client, isSignedIn])
}
