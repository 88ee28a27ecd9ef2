import { useEffect, useEffectEvent, useState } from 'react'
import { readCookie, writeCookie } from '../lib/browser/cookies.ts'
import { isComposing } from '../lib/browser/is-composing.ts'
import { useNarrow } from '../lib/hooks/use-narrow.ts'

const cookie = 'sidebar_state'
const weekSeconds = 7 * 24 * 60 * 60

export interface SidebarState {
  isCollapsed: boolean
  isSheetOpen: boolean
  hasOpenedSheet: boolean
  toggle: () => void
  closeSheet: () => void
}

/** The state that was kept; else open, where that leaves room for the screen. */
function isOpenAtFirst(): boolean {
  const kept = readCookie(cookie)
  return kept === undefined || kept === '' ? !matchMedia('(max-width: 1023px)').matches : kept !== 'false'
}

/** Open or collapsed is kept in a cookie for 7 days; the sheet under 768 px is not. Ctrl/Cmd+B toggles either. */
export function useSidebar(): SidebarState {
  const isNarrow = useNarrow()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [hasOpenedSheet, setHasOpenedSheet] = useState(false)

  const toggle = () => {
    if (isNarrow) {
      setHasOpenedSheet(true)
      setIsSheetOpen(!isSheetOpen)
      return
    }
    setIsOpen(!isOpen)
    writeCookie(cookie, String(!isOpen), weekSeconds)
  }

  const onShortcut = useEffectEvent(toggle)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (isComposing(event)) return
      event.preventDefault()
      if (!event.repeat) onShortcut()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])

  return {
    isCollapsed: !isOpen,
    isSheetOpen: isNarrow && isSheetOpen,
    hasOpenedSheet,
    toggle,
    closeSheet: () => setIsSheetOpen(false),
  }
}
