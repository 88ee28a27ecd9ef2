import { useEffect, useLayoutEffect, useRef } from 'react'

/** A reader this near to the end, in px, is at it. */
const slackPx = 24

/** The height of what is below the window. */
const hiddenPx = (end: HTMLElement | null) => (end?.getBoundingClientRect().bottom ?? 0) - innerHeight

/**
 * Keeps the end of a conversation in the window while its last entry grows, for a reader who is there: but not past the beginning of that
 * entry, which is being read, and never for a reader who has scrolled away. A new entry is always shown.
 *
 * @param content changes whenever anything is to be kept in sight
 * @param count of entries; with 1 nothing has been asked yet
 */
export function useEndInSight(content: unknown, count: number) {
  const end = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(null)
  const isAtEnd = useRef(true)
  const shown = useRef(count)

  useEffect(() => {
    const note = () => {
      isAtEnd.current = hiddenPx(end.current) <= slackPx
    }
    addEventListener('scroll', note, { passive: true })
    return () => removeEventListener('scroll', note)
  }, [])

  // Before the browser draws: nothing is seen to move twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each change of the content, which is not read.
  useLayoutEffect(() => {
    const isNew = count > 1 && count !== shown.current
    shown.current = count
    if (isNew) end.current?.scrollIntoView({ block: 'end' })
    if (isNew || !isAtEnd.current || !last.current) return
    const headPx = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
    const aboveLastPx = last.current.getBoundingClientRect().top - headPx
    const byPx = Math.min(hiddenPx(end.current), aboveLastPx)
    if (byPx > 0) scrollBy(0, byPx)
  }, [content, count])

  return { end, last }
}
