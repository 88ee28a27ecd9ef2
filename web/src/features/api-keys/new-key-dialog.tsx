import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { CreatedApiKey, type NewApiKey } from '@utter/contracts/http/account/api-keys'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useFormWrite } from '../session/use-write.ts'
import { KeyFields, KeyLimitFields, KeyNameField } from './key-fields.tsx'
import { emptyKey, NewKeyForm } from './new-key.ts'
import { ScopeField } from './scope-field.tsx'
import { ShownKey } from './shown-key.tsx'

interface NewKeyDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Makes a key and shows it, once. Only its own button closes it then: a click outside must not lose the key. */
export function NewKeyDialog({ isOpen, onClose }: NewKeyDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [shownName, setShownName] = useState<string>()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy || shownName !== undefined}
      title={shownName === undefined ? t('New key') : t('Your new key')}
      text={
        shownName === undefined
          ? t('Whoever has the key acts for you, within its limits.')
          : t('Copy {name} now.', { name: shownName })
      }
    >
      <NewKey onBusy={setIsBusy} onShown={setShownName} onClose={onClose} />
    </Dialog>
  )
}

interface NewKeyProps {
  onBusy: (isBusy: boolean) => void
  onShown: (name: string) => void
  onClose: () => void
}

/** Inside of the dialog, which goes when it is closed, and the key with it. */
function NewKey({ onBusy, onShown, onClose }: NewKeyProps) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(NewKeyForm), defaultValues: emptyKey })
  const make = useFormWrite({
    form,
    send: async (body: NewApiKey) => {
      onBusy(true)
      try {
        const answer = CreatedApiKey.parse(await request('POST', '/api/keys', { body }))
        setCreated(answer)
        onShown(answer.name)
      } finally {
        onBusy(false)
      }
    },
    onDone: () => accountChanged(client),
    fallback: t('Failed to process request'),
  })
  const { errors } = form.formState
  if (created) return <ShownKey created={created} onClose={onClose} />
  return (
    <KeyFields {...make.form}>
      <KeyNameField errors={errors} register={(name) => checkedField(form, name)} />
      <ScopeField error={errors.scopes?.message} register={() => checkedField(form, 'scopes')} />
      <Field
        label={t('Expires (optional)')}
        hint={t('Works until the end of this day (UTC). Empty: it never expires.')}
        error={errors.expiresAt?.message}
      >
        {(parts) => <Input type="date" {...parts} {...checkedField(form, 'expiresAt')} />}
      </Field>
      <KeyLimitFields errors={errors} register={(name) => checkedField(form, name)} />
      <DialogFoot
        onCancel={onClose}
        act={t('Create key')}
        busyText={t('Creating...')}
        state={make}
        refusal={make.alert}
      />
    </KeyFields>
  )
}
