import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { CreatedApiKey, type NewApiKey } from '@utter/contracts/http/account/api-keys'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import styled from 'styled-components'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input, TextArea } from '../../ui/form/input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useFormWrite } from '../session/use-write.ts'
import { emptyKey, NewKeyForm } from './new-key.ts'
import { ScopeField } from './scope-field.tsx'
import { ShownKey } from './shown-key.tsx'

/** A field that gets the focus is scrolled to with its label and its sentence. */
const Fields = styled(DialogForm)`
  input, textarea { scroll-margin: 48px 0; }
`

const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(160px, 100%), 1fr));
  gap: 16px;
`

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
    <Fields {...make.form}>
      <Field label={t('Name')} error={errors.name?.message}>
        {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'name')} />}
      </Field>
      <ScopeField error={errors.scopes?.message} register={() => checkedField(form, 'scopes')} />
      <Field
        label={t('Expires (optional)')}
        hint={t('Works until the end of this day (UTC). Empty: it never expires.')}
        error={errors.expiresAt?.message}
      >
        {(parts) => <Input type="date" {...parts} {...checkedField(form, 'expiresAt')} />}
      </Field>
      <Field
        label={t('Networks (optional)')}
        hint={t('Addresses or CIDR ranges that may use it, one a line. Empty: all.')}
        error={errors.networks?.message}
      >
        {(parts) => (
          <TextArea rows={2} autoComplete="off" spellCheck={false} {...parts} {...checkedField(form, 'networks')} />
        )}
      </Field>
      <Pair>
        <Field label={t('Rate (optional)')} hint={t('Requests in 60 s')} error={errors.rate?.message}>
          {(parts) => <Input inputMode="numeric" autoComplete="off" {...parts} {...checkedField(form, 'rate')} />}
        </Field>
        <Field
          label={t('Monthly cap (optional)')}
          hint={t('Calls in a billing period')}
          error={errors.monthlyCap?.message}
        >
          {(parts) => <Input inputMode="numeric" autoComplete="off" {...parts} {...checkedField(form, 'monthlyCap')} />}
        </Field>
      </Pair>
      <DialogFoot
        onCancel={onClose}
        act={t('Create key')}
        busyText={t('Creating...')}
        state={make}
        refusal={make.alert}
      />
    </Fields>
  )
}
