import { lazyView } from '../../lib/lazy-view.tsx'
import { DialogSlot } from '../../ui/overlay/dialog-slot.tsx'
import { usePasswordQuestion } from './fresh-session.ts'

const dialog = lazyView(async () => (await import('./verify-password-dialog.tsx')).VerifyPasswordDialog)

/** The place of the question for the password, on a screen with writes that wait for it: above their dialogs. */
export function PasswordQuestion() {
  const question = usePasswordQuestion()
  const answer = (isVerified: boolean) => question?.answer(isVerified)
  return (
    <DialogSlot part={dialog} isOpen={question !== undefined} onClose={() => answer(false)}>
      {({ isOpen }) => <dialog.View isOpen={isOpen} onAnswer={answer} />}
    </DialogSlot>
  )
}
