import type { KeyboardEvent } from 'react'
import { isSingleKey } from '../../../lib/shortcuts.ts'
import type { Choice } from './use-choice.ts'

const openDialog = '[role=dialog], [role=alertdialog]'

/**
 * Keys of the table: X chooses the row with the focus, Shift X with all from the last one, Escape none. A key in the bar or in a dialog over it is not
 * a row's.
 */
export function chooseByKey(event: KeyboardEvent, { toggle, clear, rows }: Choice): void {
  const target = event.target instanceof Element ? event.target : undefined
  if (target?.closest(openDialog)) return
  if (event.key === 'Escape' && !event.defaultPrevented && rows.length > 0) {
    event.preventDefault()
    clear()
    return
  }
  const jobId = target?.closest<HTMLElement>('[data-job]')?.dataset.job
  if (jobId === undefined || event.key.toLowerCase() !== 'x' || !isSingleKey(event.nativeEvent)) return
  event.preventDefault()
  toggle(jobId, event.shiftKey)
}
