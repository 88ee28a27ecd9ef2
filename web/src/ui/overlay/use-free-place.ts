import { type RefObject, useLayoutEffect, useRef } from 'react'
import { freePlace } from './free-place.ts'

const moments = ['resize', 'scroll', 'animationend', 'transitionend', 'focusin'] as const
/** Moments of its own after which it need not stay where it is any more. */
const leaves = ['pointerleave', 'focusout'] as const

/**
 * Keeps what is shown for a while where it covers no control, also when a panel opens below it. It stays where it is while the pointer or
 * the focus is on it.
 * @param shown what is shown; undefined: nothing is
 */
export function useFreePlace(shown: number | undefined, isNarrow: boolean): RefObject<HTMLOListElement | null> {
  const box = useRef<HTMLOListElement>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element || shown === undefined) return
    const place = () => {
      const { left, top } = freePlace(element, isNarrow)
      element.style.left = `${left}px`
      element.style.top = `${top}px`
    }
    let frame = 0
    const placeSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (!element.matches(':hover, :focus-within')) place()
      })
    }
    place()
    const watch = new MutationObserver(placeSoon)
    watch.observe(document.body, { childList: true, subtree: true })
    for (const moment of moments) addEventListener(moment, placeSoon, { capture: true, passive: true })
    for (const moment of leaves) element.addEventListener(moment, placeSoon)
    return () => {
      cancelAnimationFrame(frame)
      watch.disconnect()
      for (const moment of moments) removeEventListener(moment, placeSoon, { capture: true })
      for (const moment of leaves) element.removeEventListener(moment, placeSoon)
    }
  }, [shown, isNarrow])
  return box
}
