import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Hidden } from '../ui/layout/hidden.tsx'

/** Announces the new screen to screen readers: a page change without a page load is silent by itself. */
export function ScreenAnnouncer() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <Hidden as="div" role="status">
      {title}
    </Hidden>
  )
}
