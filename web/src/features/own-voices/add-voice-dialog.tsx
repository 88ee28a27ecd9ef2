import { zodResolver } from '@hookform/resolvers/zod'
import { NewClone } from '@utter/contracts/http/own-voices'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import styled from 'styled-components'
import type * as z from 'zod/mini'
import { checkedField } from '../../lib/checked-field.ts'
import { Field } from '../../ui/form/field.tsx'
import { Input } from '../../ui/form/input.tsx'
import { FormAlert } from '../../ui/layout/failure-note.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { useAddVoice } from './use-add-voice.ts'

const Consent = styled.label`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr);
  align-items: center;
  column-gap: 10px;
  min-height: 44px;
  cursor: pointer;
  input { width: 16px; height: 16px; accent-color: var(--ink); cursor: pointer; }
`

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
      title="Add a voice by its ID"
      text="A voice that was cloned in the provider account of this platform. Whoever runs it knows the ID."
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
      <Field label="Voice ID" error={errors.voiceId?.message}>
        {(parts) => (
          <Input $isMono autoComplete="off" spellCheck={false} {...parts} {...checkedField(form, 'voiceId')} />
        )}
      </Field>
      <Field label="Name" error={errors.name?.message}>
        {(parts) => <Input autoComplete="off" {...parts} {...checkedField(form, 'name')} />}
      </Field>
      <Consent>
        <input
          type="checkbox"
          aria-invalid={errors.consent ? true : undefined}
          aria-describedby={errors.consent && errorId}
          {...checkedField(form, 'consent')}
        />
        The person whose voice this is agrees that I have texts spoken in it.
      </Consent>
      {errors.consent && (
        <div id={errorId}>
          <FormAlert>Tick the box: the speaker has to agree</FormAlert>
        </div>
      )}
      <DialogFoot onCancel={onClose} act="Add voice" busyText="Adding..." state={add} refusal={add.alert} />
    </DialogForm>
  )
}
