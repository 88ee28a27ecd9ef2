import type { ReactNode } from 'react'
import { t } from '../../lib/language/words.ts'
import { ShownOnce } from '../layout/shown-once.tsx'
import { Dialog } from './dialog.tsx'

interface SecretLinkDialogProps {
  isOpen: boolean
  onClose: () => void
  /** A new one is being made, or the present one revoked. */
  isBusy: boolean
  title: string
  text: string
  /** The form that makes one, renews it and takes it back. */
  children: ReactNode
  /** The secret that was made, and what is said of it, which is shown in place of the form. */
  made: { secret: string; title: string; text: string; label: string; copyLabel: string } | undefined
}

/** A secret link or address: it is made, and then shown once. */
export function SecretLinkDialog({ isOpen, onClose, isBusy, title, text, children, made }: SecretLinkDialogProps) {
  return (
    <Dialog
      {...{ isOpen, onClose }}
      isBusy={isBusy || made !== undefined}
      focusesItself
      title={made?.title ?? title}
      text={made?.text ?? text}
    >
      {made ? (
        <ShownOnce
          label={made.label}
          hint={t('It is not shown again.')}
          copyLabel={made.copyLabel}
          secret={made.secret}
          onDone={onClose}
        />
      ) : (
        children
      )}
    </Dialog>
  )
}
