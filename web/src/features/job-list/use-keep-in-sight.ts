import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useLayoutEffect, useRef } from 'react'

interface Shown {
  rows: readonly JobRow[]
  /** Names the filters: other filters are another list, which begins at its own place. */
  list: string
  topPx: number
  rowPx: number
}

/**
 * Rows that come or go above the window leave those in the window where they are. At the top of the table nothing is held: there
 * new jobs are meant to appear.
 */
export function useKeepInSight(shown: Shown): void {
  const before = useRef(shown)
  useLayoutEffect(() => {
    const { rows, list, topPx, rowPx } = before.current
    before.current = shown
    if (rows === shown.rows || list !== shown.list || rowPx !== shown.rowPx) return
    const firstInSight = Math.ceil((scrollY - topPx) / rowPx)
    if (firstInSight <= 0) return
    const now = placeOfFirstKnown(rows, firstInSight, shown.rows)
    if (now && now.to !== now.from) scrollBy(0, (now.to - now.from) * rowPx)
  })
}

/** The first row from `from` on that is still there: a row in sight may have left the list itself. */
function placeOfFirstKnown(before: readonly JobRow[], from: number, after: readonly JobRow[]) {
  const places = new Map(after.map(({ id }, index) => [id, index]))
  for (let index = from; index < before.length; index++) {
    const to = places.get(before[index]!.id)
    if (to !== undefined) return { from: index, to }
  }
  return undefined
}
