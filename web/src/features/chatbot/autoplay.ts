import { useSyncExternalStore } from 'react'

const key = 'chat-autoplay'
const listeners = new Set<() => void>()
/** Where storage is forbidden the choice holds until the page is left. */
let chosen: string | null = null

/** Whether replies are heard by themselves. */
export function isAutoplayOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return chosen !== 'off'
  }
}

export function setAutoplay(isOn: boolean): void {
  chosen = isOn ? null : 'off'
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

export const useAutoplay = (): boolean =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isAutoplayOn)
