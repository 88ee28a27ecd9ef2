import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Hidden } from '../ui/hidden.tsx'

/** Tells screen readers which screen has come: a page change without a page load says nothing by itself. */
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
