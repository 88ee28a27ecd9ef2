import { useSyncExternalStore } from 'react'

/** A choice that is on until somebody turns it off in this browser. */
export interface StoredSwitch {
  isOn: () => boolean
  set: (isOn: boolean) => void
  useIsOn: () => boolean
}

/** @param key of local storage */
export function storedSwitch(key: string): StoredSwitch {
  const listeners = new Set<() => void>()
  /** Where storage is forbidden the choice holds until the page is left. */
  let chosen: string | null = null
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function isOn(): boolean {
    try {
      return localStorage.getItem(key) !== 'off'
    } catch {
      return chosen !== 'off'
    }
  }
  return {
    isOn,
    set(on) {
      chosen = on ? null : 'off'
      try {
        if (on) localStorage.removeItem(key)
        else localStorage.setItem(key, 'off')
      } catch {
        // As above.
      }
      for (const listener of listeners) listener()
    },
    useIsOn: () => useSyncExternalStore(subscribe, isOn),
  }
}
