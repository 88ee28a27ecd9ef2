import { type RefObject, useLayoutEffect, useState } from 'react'
import { tightPx } from '../../theme.ts'

interface TablePlace {
  /** The table is too narrow for its columns: its rows stack. */
  isTight: boolean
  /** Px from the top of the document to the first row. */
  topPx: number
}

/** The place of a table's rows in the document, measured again when the table's width or the page's height changes. */
export function useTablePlace(body: RefObject<HTMLElement | null>): TablePlace {
  const [place, setPlace] = useState<TablePlace>({ isTight: false, topPx: 0 })
  useLayoutEffect(() => {
    const element = body.current
    if (!element) return
    const measure = () => {
      const { top, width } = element.getBoundingClientRect()
      // Layouts without a width are measured when they get one.
      const next = { isTight: width > 0 && width <= tightPx, topPx: Math.round(top + scrollY) }
      setPlace((before) => (before.isTight === next.isTight && before.topPx === next.topPx ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  return place
}
