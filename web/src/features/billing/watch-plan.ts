import type { QueryClient } from '@tanstack/react-query'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { readMe } from '../session/me.ts'

/** Between two questions. */
const pauseMs = 1_000

interface WatchOptions {
  limitMs: number
  signal: AbortSignal
}

/** Asks `me` once a second: what was paid is seen there a moment later. @returns whether it was as awaited within the time */
export async function watchPlan(
  client: QueryClient,
  isThere: (user: UserView) => boolean | Promise<boolean>,
  { limitMs, signal }: WatchOptions,
): Promise<boolean> {
  const until = Date.now() + limitMs
  for (;;) {
    const user = (await readMe(client).catch(() => undefined))?.user
    if (user && (await isThere(user))) return !signal.aborted
    if (signal.aborted || Date.now() + pauseMs > until) return false
    await pause(signal)
    if (signal.aborted) return false
  }
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
