import type { ReactNode } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Button } from '../form/button.tsx'
import { SubmitButton } from '../form/submit-button.tsx'
import { FormAlert } from '../layout/failure-note.tsx'
import { DialogActions, DialogForm } from './dialog.tsx'

const Note = styled.p`
  color: var(--fg-2);
  font-size: 13px;
`

/** A change that is sent, and why it was refused. */
interface Write {
  write: (input: undefined) => void
  isPending: boolean
  refusal: string | undefined
  secondsLeft: number
}

interface SecretLinkFormProps {
  /** Since when there is one, in a sentence; absent: there is none yet. */
  note: string | undefined
  /** Choices for it. */
  children?: ReactNode
  make: Write
  makeText: string
  revoke: Write
  revokeText: string
  onClose: () => void
}

/** Makes a secret link, renews it and takes it back. */
export function SecretLinkForm({ note, children, make, makeText, revoke, revokeText, onClose }: SecretLinkFormProps) {
  const refusal = make.refusal ?? revoke.refusal
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault()
        make.write(undefined)
      }}
    >
      {note && <Note>{note}</Note>}
      {children}
      {refusal && <FormAlert>{refusal}</FormAlert>}
      <DialogActions>
        <Button look="ghost" onClick={onClose} disabled={make.isPending || revoke.isPending}>
          {t('Close')}
        </Button>
        {note && (
          <Button
            look="danger"
            isBusy={revoke.isPending}
            disabled={make.isPending}
            onClick={() => revoke.write(undefined)}
          >
            {revokeText}
          </Button>
        )}
        <SubmitButton
          look="primary"
          isBusy={make.isPending}
          busyText={t('Making...')}
          secondsLeft={make.secondsLeft}
          disabled={revoke.isPending}
        >
          {makeText}
        </SubmitButton>
      </DialogActions>
    </DialogForm>
  )
}
