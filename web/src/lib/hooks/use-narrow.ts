import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True under 768 px. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(query).matches)
