import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { rowButtonId } from './row-button.ts'

const moves: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

const jobOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-job]')?.dataset.job : undefined

/**
 * The row of a table at whose controls Tab stops: the last that had the focus, at first the uppermost. Arrows lead from row to row, so
 * that what follows a long table is not hundreds of stops away.
 */
export function useRowStop(rows: readonly JobRow[] | undefined) {
  const [lastId, setLastId] = useState<string>()
  const stopId = rows?.some(({ id }) => id === lastId) ? lastId : rows?.[0]?.id
  return {
    stopId,
    onFocus: ({ target }: FocusEvent) => setLastId(jobOf(target)),
    onKeyDown: (event: KeyboardEvent) => {
      const move = moves[event.key]
      const at = rows?.findIndex(({ id }) => id === jobOf(event.target)) ?? -1
      const next = move !== undefined && at >= 0 ? rows?.[at + move] : undefined
      const button = next && document.getElementById(rowButtonId(next.id))
      if (!button || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      button.focus()
    },
  }
}
