import { useState } from 'react'
import { useNow } from './use-now.ts'

/** A longer wait, until tomorrow, is told by the refusal: nothing counts it down. */
const maxSeconds = 600

/** Whole seconds left of a wait that the server named; 0 when none runs. */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(0)
  const now = useNow(250, endsAt > Date.now())
  return {
    secondsLeft: Math.max(0, Math.ceil((endsAt - Math.max(now, endsAt - 3_600_000)) / 1_000)),
    start: (seconds) => setEndsAt(seconds > maxSeconds ? 0 : Date.now() + seconds * 1_000),
  }
}
