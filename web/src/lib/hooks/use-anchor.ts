import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Goes to the part that the address names (`#usage`), also where the screen's code came after the browser had looked for it. */
export function useAnchor(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again goes there again.
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash, key])
}
