import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { SavedWebhook, SetWebhook } from '@utter/contracts/http/webhooks'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useFormWrite } from '../session/use-write.ts'
import { ShownSecret } from './shown-secret.tsx'

interface SetWebhookDialogProps {
  webhookUrl: string | null
  isOpen: boolean
  onClose: () => void
}

/**
 * Sets the address, and shows the secret where this made it. Only its own button closes it then: a click outside must
 * not lose the secret.
 */
export function SetWebhookDialog({ webhookUrl, isOpen, onClose }: SetWebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy || secret !== undefined}
      title={secret === undefined ? t('Webhook') : t('Your signing secret')}
      text={
        secret === undefined
          ? t('Utter posts to this address when a job has ended.')
          : t('Copy it now, and give it to your receiver.')
      }
    >
      {secret === undefined ? (
        <Address webhookUrl={webhookUrl} onBusy={setIsBusy} onSecret={setSecret} onClose={onClose} />
      ) : (
        <ShownSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface AddressProps {
  webhookUrl: string | null
  onBusy: (isBusy: boolean) => void
  onSecret: (secret: string) => void
  onClose: () => void
}

function Address({ webhookUrl, onBusy, onSecret, onClose }: AddressProps) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(SetWebhook), defaultValues: { webhookUrl: webhookUrl ?? '' } })
  const save = useFormWrite({
    form,
    send: async (body: z.infer<typeof SetWebhook>) => {
      onBusy(true)
      const answer = await request('PUT', '/api/settings/webhook', { body }).finally(() => onBusy(false))
      return SavedWebhook.parse(answer)
    },
    onDone: ({ secret }) => {
      if (secret === undefined) {
        toast({ title: t('Webhook set') })
        onClose()
      } else onSecret(secret)
      return accountChanged(client)
    },
    fallback: t('Failed to process request'),
  })
  const { errors } = form.formState
  return (
    <DialogForm {...save.form}>
      <Field
        label={t('Webhook URL')}
        hint={t('A public address that begins with https:')}
        error={errors.webhookUrl?.message}
      >
        {(parts) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/hooks/utter"
            {...parts}
            {...checkedField(form, 'webhookUrl')}
          />
        )}
      </Field>
      <DialogFoot onCancel={onClose} act={t('Save')} busyText={t('Saving...')} state={save} refusal={save.alert} />
    </DialogForm>
  )
}
