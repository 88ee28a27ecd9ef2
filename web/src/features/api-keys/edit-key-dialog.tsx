import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiKeyView, ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import { useForm } from 'react-hook-form'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { toast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { useFormWrite } from '../session/use-write.ts'
import { changeKey, keyChanged } from './change-key.ts'
import { ChangedKeyForm, fieldsOf } from './changed-key.ts'
import { KeyFields, KeyLimitFields, KeyNameField } from './key-fields.tsx'

interface EditKeyDialogProps {
  apiKey: ApiKeyView
  isOpen: boolean
  onClose: () => void
}

/** Another name and other limits of a key. Fields that were not touched are not sent: they may have changed elsewhere. */
export function EditKeyDialog({ apiKey, isOpen, onClose }: EditKeyDialogProps) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(ChangedKeyForm), defaultValues: fieldsOf(apiKey) })
  const { errors, dirtyFields } = form.formState
  const change = useFormWrite({
    form,
    send: (all: ChangeApiKey) =>
      changeKey(apiKey.id, Object.fromEntries(Object.entries(all).filter(([name]) => name in dirtyFields))),
    onDone: (changed) => {
      toast({ title: t('Key changed'), text: changed.name })
      onClose()
      return keyChanged(client, changed)
    },
    fallback: t('Failed to process request'),
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={change.isPending}
      title={t('Edit {name}', { name: apiKey.name })}
      text={t('Programs that use this key keep it. Its scopes and its end stay.')}
    >
      <KeyFields {...change.form}>
        <KeyNameField errors={errors} register={(name) => checkedField(form, name)} />
        <KeyLimitFields errors={errors} register={(name) => checkedField(form, name)} />
        <DialogFoot
          onCancel={onClose}
          act={t('Save')}
          busyText={t('Saving...')}
          state={change}
          refusal={change.alert}
        />
      </KeyFields>
    </Dialog>
  )
}
