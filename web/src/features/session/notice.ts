import { useSyncExternalStore } from 'react'

let notice: string | undefined
const listeners = new Set<() => void>()

function set(next: string | undefined): void {
  notice = next
  for (const listener of listeners) listener()
}

/**
 * Sets the sentence that Log In shows above its form, until it is left. In memory: an address or a storage would keep
 * it. It may be set after the screen is shown: the streams report the end of a session too, and may lead to the login
 * first.
 */
export const leaveNotice = (text: string): void => set(text)

export const clearNotice = (): void => set(undefined)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useNotice = (): string | undefined => useSyncExternalStore(subscribe, () => notice)
