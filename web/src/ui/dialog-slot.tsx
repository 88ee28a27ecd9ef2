import { Fragment, type ReactNode, useState } from 'react'
import type { LazyView } from '../lib/lazy-view.tsx'
import { Optional } from './boundary.tsx'

interface DialogSlotProps {
  part: Pick<LazyView, 'forget'>
  isOpen: boolean
  /** The dialog's view, which stays while it fades. */
  children: ReactNode
}

/** The place of a dialog whose code is fetched when it is first opened. Each opening begins anew, with empty fields. */
export function DialogSlot({ part, isOpen, children }: DialogSlotProps) {
  const [{ wasOpen, openings }, setCount] = useState({ wasOpen: false, openings: 0 })
  if (isOpen !== wasOpen) setCount({ wasOpen: isOpen, openings: openings + (isOpen ? 1 : 0) })
  if (openings === 0) return null
  return (
    <Optional part={part} resetKey={openings}>
      <Fragment key={openings}>{children}</Fragment>
    </Optional>
  )
}
