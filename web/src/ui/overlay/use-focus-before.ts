import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus back to where it was before it came to a notification, once that is closed or acted on. The kit leaves it on the empty list, at the end
 * of the page: whoever works by keyboard would begin again at the top.
 * @param list of the notifications, which the kit focuses
 * @returns the list's `onFocus`
 */
export function useFocusBefore(list: RefObject<HTMLElement | null>, isShown: boolean): (event: FocusEvent) => void {
  const before = useRef<EventTarget>(null)
  useEffect(() => {
    if (isShown || document.activeElement !== list.current) return
    const element = before.current
    const isThere = element instanceof HTMLElement && element.isConnected
    const next = isThere ? element : document.getElementById('main')
    // A page that was scrolled meanwhile stays where it is.
    next?.focus({ preventScroll: true })
  }, [isShown, list])
  return ({ relatedTarget, currentTarget }) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) before.current = relatedTarget
  }
}
