import { useEffect } from 'react'

export function useTitle(screen: string): void {
  useEffect(() => {
    document.title = `${screen} – Utter`
  }, [screen])
}
