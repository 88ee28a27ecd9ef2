import type { ReactNode } from 'react'
import { Dialog, DialogForm } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Names what it is about. */
  title: string
  /** The consequence, in one sentence. */
  text: ReactNode
  /** The act, by its verb, and the same while it is under way. */
  act: string
  busyText: string
  write: () => void
  isPending: boolean
  refusal: string | undefined
  secondsLeft: number
}

/** A question before something that cannot be undone. The focus begins on Cancel. */
export const ConfirmDialog = ({
  act,
  busyText,
  write,
  isPending,
  refusal,
  secondsLeft,
  ...rest
}: ConfirmDialogProps) => (
  <Dialog {...rest} isBusy={isPending}>
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        write()
      }}
    >
      <DialogFoot
        look="destructive"
        onCancel={rest.onClose}
        act={act}
        busyText={busyText}
        state={{ isPending, secondsLeft }}
        refusal={refusal}
      />
    </DialogForm>
  </Dialog>
)
