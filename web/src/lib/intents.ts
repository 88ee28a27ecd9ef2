import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** An act that is asked for on one screen and done by a part of another, as soon as that is there. */
export type Intent = 'new-api-key' | 'test-webhook' | 'manage-billing'

/** Milliseconds after which a part that was not there does it no more: it would come as a surprise. */
const validMs = 10_000

let wanted: { intent: Intent; untilMs: number } | undefined
const listeners = new Set<() => void>()

function change(next: typeof wanted): void {
  wanted = next
  for (const listener of listeners) listener()
}

export const wantIntent = (intent: Intent): void => change({ intent, untilMs: Date.now() + validMs })

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Does the act once when it is asked for, also shortly before this part was drawn. @param isReady false: not yet */
export function useIntent(intent: Intent, act: () => void, isReady = true): void {
  const present = useSyncExternalStore(subscribe, () => wanted)
  const onWanted = useEffectEvent(act)
  useEffect(() => {
    if (!isReady || present?.intent !== intent || present !== wanted) return
    change(undefined)
    if (Date.now() < present.untilMs) onWanted()
  }, [present, intent, isReady])
}
