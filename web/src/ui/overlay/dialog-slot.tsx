import { Fragment, type ReactNode, useState } from 'react'
import { t } from '../../lib/language/words.ts'
import type { LazyView } from '../../lib/lazy-view.tsx'
import { toast } from '../../lib/toasts.ts'
import { Optional } from '../layout/boundary.tsx'

interface DialogSlotProps {
  part: Pick<LazyView, 'forget'>
  isOpen: boolean
  onClose: () => void
  /** The dialog's view, which stays while it fades. */
  children: (state: { isOpen: boolean; onClose: () => void }) => ReactNode
}

/**
 * The place of a dialog whose code is fetched when it is first opened. Each opening mounts it again, with empty fields.
 * When the code cannot be fetched it is closed again, and a toast offers to reload the page.
 */
export function DialogSlot({ part, isOpen, onClose, children }: DialogSlotProps) {
  const [{ wasOpen, openings }, setCount] = useState({ wasOpen: false, openings: 0 })
  if (isOpen !== wasOpen) setCount({ wasOpen: isOpen, openings: openings + (isOpen ? 1 : 0) })
  if (openings === 0) return null
  const closeAgain = () => {
    onClose()
    // A browser keeps a script that could not be fetched as lost, for as long as the page stays.
    const action = { label: t('Reload'), run: () => location.reload() }
    toast({
      title: t('Error'),
      text: navigator.onLine ? t('The dialog could not be loaded') : t('You are offline'),
      isDestructive: true,
      action,
    })
  }
  return (
    <Optional part={part} resetKey={openings} onLost={closeAgain}>
      <Fragment key={openings}>{children({ isOpen, onClose })}</Fragment>
    </Optional>
  )
}
