import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { DeleteAccount } from '@utter/contracts/http/account/owner-acts'
import { paths } from '@utter/contracts/screens'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { becomeUser, useMe } from '../session/me.ts'
import { leaveNotice } from '../session/notice.ts'
import { PasskeyProof } from '../session/second-factor/passkey-proof.tsx'
import { useFormWrite } from '../session/use-write.ts'

export function DeleteAccountDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const form = useForm({ resolver: zodResolver(DeleteAccount), defaultValues: { password: '' } })
  const remove = useFormWrite({
    form,
    passwordField: 'password',
    send: async (body: z.infer<typeof DeleteAccount>) =>
      messageIn(await request('POST', '/api/auth/delete-account', { body })),
    onDone: () => {
      leaveNotice(t('Your account is deleted.'))
      becomeUser(client, null)
      navigate(paths.logIn, { replace: true })
    },
    fallback: t('Failed to process request'),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={remove.isPending}
      title={me.data ? t('Delete the account of {username}?', { username: me.data.username }) : t('Delete account?')}
      text={t('Your jobs, keys and subscription go with it. It cannot be undone.')}
    >
      <DialogForm {...remove.form}>
        <Field label={t('Password')} error={form.formState.errors.password?.message}>
          {(parts) => <PasswordInput autoComplete="current-password" {...parts} {...checkedField(form, 'password')} />}
        </Field>
        <PasskeyProof isBusy={remove.isPending} onProof={remove.submitWithPasskey} />
        <DialogFoot
          look="destructive"
          onCancel={onClose}
          act={t('Delete account')}
          busyText={t('Deleting...')}
          state={remove}
          refusal={remove.alert}
        />
      </DialogForm>
    </Dialog>
  )
}
