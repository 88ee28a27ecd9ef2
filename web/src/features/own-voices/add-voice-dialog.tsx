import { zodResolver } from '@hookform/resolvers/zod'
import { NewClone } from '@utter/contracts/http/own-voices'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { t } from '../../lib/language/words.ts'
import { CheckError, CheckLine } from '../../ui/form/check-line.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { useAddVoice } from './use-add-voice.ts'

interface AddVoiceDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Adds a voice that was cloned at a provider. */
export function AddVoiceDialog({ isOpen, onClose }: AddVoiceDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      title={t('Add a voice by its ID')}
      text={t('A voice that was cloned in the provider account of this platform. Whoever runs it knows the ID.')}
    >
      <AddVoice onBusy={setIsBusy} onClose={onClose} />
    </Dialog>
  )
}

function AddVoice({ onBusy, onClose }: { onBusy: (isBusy: boolean) => void; onClose: () => void }) {
  const form = useForm<z.infer<typeof NewClone>>({
    resolver: zodResolver(NewClone),
    defaultValues: { voiceId: '', name: '' },
  })
  const add = useAddVoice({ form, onBusy, onClose })
  const { errors } = form.formState
  const errorId = useId()
  return (
    <DialogForm {...add.form}>
      <Field label={t('Voice ID')} error={errors.voiceId?.message}>
        {(parts) => (
          <Input $isMono autoComplete="off" spellCheck={false} {...parts} {...checkedField(form, 'voiceId')} />
        )}
      </Field>
      <Field label={t('Name')} error={errors.name?.message}>
        {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'name')} />}
      </Field>
      <div>
        <CheckLine>
          <input
            type="checkbox"
            aria-invalid={errors.consent ? true : undefined}
            aria-describedby={errors.consent && errorId}
            {...checkedField(form, 'consent')}
          />
          {t('The person whose voice this is agrees that I have texts spoken in it.')}
        </CheckLine>
        {errors.consent && <CheckError id={errorId}>{t('Tick the box: the speaker has to agree')}</CheckError>}
      </div>
      <DialogFoot onCancel={onClose} act={t('Add voice')} busyText={t('Adding...')} state={add} refusal={add.alert} />
    </DialogForm>
  )
}
