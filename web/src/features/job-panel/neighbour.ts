import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import type { KeyboardEvent } from 'react'

const steps: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 }

/** The row that an arrow key leads to; none at the ends, nor while the key belongs to a slider or a field. */
export function neighbourOf(event: KeyboardEvent, rows: readonly JobRow[], jobId: string): JobRow | undefined {
  const step = steps[event.key]
  if (!step || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=slider]')) return
  const at = rows.findIndex(({ id }) => id === jobId)
  return at < 0 ? undefined : rows[at + step]
}
