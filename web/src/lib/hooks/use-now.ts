import { useEffect, useState } from 'react'
import { serverAheadMs } from '../server/server-clock.ts'

/** The time, updated each `everyMs`; it stops while nobody needs it. */
export function useNow(everyMs: number, isMoving = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isMoving) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isMoving])
  return now
}

/** The same by the server's clock, for times that it has given. */
export const useServerNow = (everyMs: number, isMoving?: boolean): number => useNow(everyMs, isMoving) + serverAheadMs()
