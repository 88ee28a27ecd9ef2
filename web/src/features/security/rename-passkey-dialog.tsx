import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { RenamePasskey } from '@utter/contracts/http/account/passkeys'
import { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useFormWrite } from '../session/use-write.ts'

interface RenamePasskeyDialogProps {
  passkey: PasskeyRow
  isOpen: boolean
  onClose: () => void
}

export function RenamePasskeyDialog({ passkey: { id, name }, isOpen, onClose }: RenamePasskeyDialogProps) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(RenamePasskey), defaultValues: { name } })
  const rename = useFormWrite({
    form,
    send: async (body: z.infer<typeof RenamePasskey>) =>
      PasskeyRow.parse(await request('PUT', `/api/auth/passkeys/${id}`, { body })),
    onDone: () => {
      onClose()
      return accountChanged(client)
    },
    fallback: t('Failed to process request'),
  })
  return (
    <Dialog isOpen={isOpen} onClose={onClose} isBusy={rename.isPending} title={t('Rename the passkey')}>
      <DialogForm {...rename.form}>
        <Field label={t('Name')} error={form.formState.errors.name?.message}>
          {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'name')} />}
        </Field>
        <DialogFoot
          onCancel={onClose}
          act={t('Rename')}
          busyText={t('Renaming...')}
          state={rename}
          refusal={rename.alert}
        />
      </DialogForm>
    </Dialog>
  )
}
