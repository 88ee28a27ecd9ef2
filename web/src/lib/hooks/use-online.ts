import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void): () => void {
  for (const event of ['online', 'offline']) addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, listener)
  }
}

/** Whether the browser has a line. Without one it is certain that nothing can be fetched; with one it is not that something can. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
