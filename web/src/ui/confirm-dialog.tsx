import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions, DialogForm } from './dialog.tsx'
import { FormAlert } from './failure-note.tsx'
import { SubmitButton } from './submit-button.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  /** Names what it is about. */
  title: string
  /** What will happen, in one sentence. */
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
      {refusal && <FormAlert>{refusal}</FormAlert>}
      <DialogActions>
        <Button look="ghost" onClick={rest.onClose} disabled={isPending}>
          Cancel
        </Button>
        <SubmitButton look="destructive" isBusy={isPending} busyText={busyText} secondsLeft={secondsLeft}>
          {act}
        </SubmitButton>
      </DialogActions>
    </DialogForm>
  </Dialog>
)
