import { zodResolver } from '@hookform/resolvers/zod'
import { VerifyPassword } from '@utter/contracts/http/account/account'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { PasskeyProof } from './second-factor/passkey-proof.tsx'
import { useFormWrite } from './use-write.ts'

interface VerifyPasswordDialogProps {
  isOpen: boolean
  /** Called once: whether the password was given. */
  onAnswer: (isVerified: boolean) => void
}

/** Asks for the password before something is made that outlives the session; what was under way goes on with it. */
export function VerifyPasswordDialog({ isOpen, onAnswer }: VerifyPasswordDialogProps) {
  const form = useForm({ resolver: zodResolver(VerifyPassword), defaultValues: { password: '' } })
  const verify = useFormWrite({
    form,
    passwordField: 'password',
    send: async (body: z.infer<typeof VerifyPassword>) =>
      messageIn(await request('POST', '/api/auth/verify-password', { body })),
    onDone: () => onAnswer(true),
    fallback: t('Failed to process request'),
  })
  const verifyPasskey = async (passkey: object) => {
    await request('POST', '/api/auth/verify-passkey', { body: { passkey } })
    onAnswer(true)
  }
  const cancel = () => onAnswer(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      isBusy={verify.isPending}
      title={t('Confirm your password')}
      text={t('You gave it more than 15 minutes ago. What you began goes on then.')}
    >
      <DialogForm {...verify.form}>
        <Field label={t('Password')} error={form.formState.errors.password?.message}>
          {(parts) => <PasswordInput autoComplete="current-password" {...parts} {...checkedField(form, 'password')} />}
        </Field>
        <PasskeyProof isBusy={verify.isPending} onProof={verifyPasskey} />
        <DialogFoot
          onCancel={cancel}
          act={t('Confirm')}
          busyText={t('Confirming...')}
          state={verify}
          refusal={verify.alert}
        />
      </DialogForm>
    </Dialog>
  )
}
