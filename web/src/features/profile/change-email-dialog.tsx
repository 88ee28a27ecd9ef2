import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ChangeEmail } from '@utter/contracts/http/account/owner-acts'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { toast } from '../../lib/toasts.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { PasskeyProof } from '../session/second-factor/passkey-proof.tsx'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useFormWrite } from '../session/use-write.ts'

export function ChangeEmailDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(ChangeEmail), defaultValues: { newEmail: '', password: '' } })
  const fallback = t('Failed to update email')
  const change = useFormWrite({
    form,
    passwordField: 'password',
    send: async (body: z.infer<typeof ChangeEmail>) =>
      messageIn(await request('POST', '/api/auth/update-email', { body })),
    onDone: (message) => {
      toast({ title: t('Email Updated'), text: message })
      onClose()
      return accountChanged(client)
    },
    onRefused: (error) => toastRefusal(error, fallback),
    fallback,
  })
  const { errors } = form.formState
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={change.isPending}
      title={t('Change email')}
      text={t('This ends your other sessions.')}
    >
      <DialogForm {...change.form}>
        <Field label={t('New email')} error={errors.newEmail?.message}>
          {(parts) => <Input type="email" autoComplete="email" {...parts} {...checkedField(form, 'newEmail')} />}
        </Field>
        <Field label={t('Password')} error={errors.password?.message}>
          {(parts) => <PasswordInput autoComplete="current-password" {...parts} {...checkedField(form, 'password')} />}
        </Field>
        <PasskeyProof isBusy={change.isPending} onProof={change.submitWithPasskey} />
        <DialogFoot
          onCancel={onClose}
          act={t('Update email')}
          busyText={t('Updating...')}
          state={change}
          refusal={change.alert}
        />
      </DialogForm>
    </Dialog>
  )
}
