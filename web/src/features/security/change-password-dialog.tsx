import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChangePassword } from '@utter/contracts/http/account/owner-acts'
import { useForm, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { toast } from '../../lib/toasts.ts'
import { CheckLine } from '../../ui/form/check-line.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { keysQuery } from '../api-keys/queries.ts'
import { accountChanged } from '../session/me.ts'
import { NewPasswordField } from '../session/new-password-field.tsx'
import { PasskeyProof } from '../session/second-factor/passkey-proof.tsx'
import { useFormWrite } from '../session/use-write.ts'

export function ChangePasswordDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  const keys = useQuery(keysQuery).data?.length ?? 0
  const form = useForm({
    resolver: zodResolver(ChangePassword),
    defaultValues: { password: '', newPassword: '', revokeKeys: true },
  })
  const change = useFormWrite({
    form,
    passwordField: 'password',
    send: async (values: z.infer<typeof ChangePassword>) => {
      // Keys that are not shown are not ended.
      const body = { ...values, revokeKeys: keys > 0 && values.revokeKeys }
      return messageIn(await request('POST', '/api/auth/change-password', { body }))
    },
    onDone: (message) => {
      toast({ title: t('Success!'), text: message })
      onClose()
      return accountChanged(client)
    },
    fallback: t('Failed to process request'),
  })
  const { errors } = form.formState
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={change.isPending}
      title={t('Change password')}
      text={t('This ends your other sessions.')}
    >
      <DialogForm {...change.form}>
        <Field label={t('Current password')} error={errors.password?.message}>
          {(parts) => <PasswordInput autoComplete="current-password" {...parts} {...checkedField(form, 'password')} />}
        </Field>
        <PasskeyProof isBusy={change.isPending} onProof={change.submitWithPasskey} />
        <NewPasswordField
          label={t('New password')}
          value={useWatch({ control: form.control, name: 'newPassword' })}
          error={errors.newPassword?.message}
          register={() => checkedField(form, 'newPassword')}
        />
        {keys > 0 && (
          <CheckLine>
            <input type="checkbox" {...form.register('revokeKeys')} />
            {keys === 1 ? t('Also end your API key') : t('Also end {count} API keys', { count: keys })}
          </CheckLine>
        )}
        <DialogFoot
          onCancel={onClose}
          act={t('Change password')}
          busyText={t('Changing...')}
          state={change}
          refusal={change.alert}
        />
      </DialogForm>
    </Dialog>
  )
}
