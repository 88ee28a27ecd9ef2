import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** Goes to the part that the address names (`#usage`), also where the screen's code came after the browser had looked for it. */
export function useAnchor(): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash])
}
