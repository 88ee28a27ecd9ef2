import { t } from '../../lib/language/words.ts'
import { Button, type ButtonProps } from '../form/button.tsx'
import { SubmitButton } from '../form/submit-button.tsx'
import { FormAlert } from '../layout/failure-note.tsx'
import { DialogActions } from './dialog.tsx'

interface DialogFootProps {
  onCancel: () => void
  /** The act, by its verb, and the same while it is under way. */
  act: string
  busyText: string
  state: { isPending: boolean; secondsLeft: number }
  /** The reason of a refusal that no field shows. */
  refusal?: string | undefined
  look?: ButtonProps['look']
}

/** The end of a form in a dialog: why the act was refused, Cancel, and the act itself. */
export const DialogFoot = ({ onCancel, act, busyText, state, refusal, look = 'primary' }: DialogFootProps) => (
  <>
    {refusal && <FormAlert>{refusal}</FormAlert>}
    <DialogActions>
      <Button look="ghost" onClick={onCancel} disabled={state.isPending}>
        {t('Cancel')}
      </Button>
      <SubmitButton look={look} isBusy={state.isPending} busyText={busyText} secondsLeft={state.secondsLeft}>
        {act}
      </SubmitButton>
    </DialogActions>
  </>
)
