import { useSyncExternalStore } from 'react'

/** State of the account's stream, which the shell follows for every screen. */
export type Liveness = 'opening' | 'live' | 'paused'

let current: Liveness = 'opening'
const listeners = new Set<() => void>()

export function setLiveness(next: Liveness): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLiveness = (): Liveness => useSyncExternalStore(subscribe, () => current)
