import { useRef, useState } from 'react'
import { useShortcuts } from './use-shortcuts.ts'

export type CommandView = 'palette' | 'shortcuts'

export interface CommandViews {
  shown: CommandView | undefined
  /** Views that were opened at least once: their code is there, or on its way. */
  opened: readonly CommandView[]
  /** How often one was opened. */
  openings: number
  open: (view: CommandView) => void
  close: () => void
  /** Called when the last of them has closed. */
  returnFocus: () => void
}

/** Which of the two dialogs is open, and where the focus was before. */
export function useCommandViews(): CommandViews {
  const [shown, setShown] = useState<CommandView>()
  const [opened, setOpened] = useState<CommandView[]>([])
  const [openings, setOpenings] = useState(0)
  const focusedBefore = useRef<Element>(null)

  const open = (view: CommandView) => {
    if (shown === undefined) focusedBefore.current = document.activeElement
    if (!opened.includes(view)) setOpened([...opened, view])
    setOpenings(openings + 1)
    setShown(view)
  }
  const close = () => setShown(undefined)
  useShortcuts(
    () => (shown === 'palette' ? close() : open('palette')),
    () => open('shortcuts'),
  )
  return { shown, opened, openings, open, close, returnFocus: () => focusAgain(focusedBefore.current) }
}

/** A dialog that a command has opened keeps the focus; where the element went with its screen, the new screen gets it. */
function focusAgain(element: Element | null): void {
  const dialog = document.querySelector('[role=dialog][data-state=open]')
  if (dialog && !dialog.contains(element)) return
  const isThere = element instanceof HTMLElement && element.isConnected && element !== document.body
  if (isThere) element.focus()
  else document.getElementById('main')?.focus()
}
