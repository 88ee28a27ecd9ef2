import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** A new screen begins at its top. Going back is the browser's own matter: it remembers where the person was. */
export function useScrollToTop(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of screen that scrolls.
  useLayoutEffect(() => {
    if (type !== 'POP') scrollTo(0, 0)
  }, [pathname])
}
