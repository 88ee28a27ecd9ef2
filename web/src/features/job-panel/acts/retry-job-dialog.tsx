import { zodResolver } from '@hookform/resolvers/zod'
import { Answered, type JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { checkedField } from '../../../lib/checked-field.ts'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { Field } from '../../../ui/form/field.tsx'
import { TextArea } from '../../../ui/form/input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { useFormWrite } from '../../session/use-write.ts'
import { type RetryBody, retryForm } from './retry-form.ts'
import { VoiceOptions } from './voice-options.tsx'

const Answer = z.union([Submitted, Answered])

interface RetryJobDialogProps {
  job: JobView
  isOpen: boolean
  onClose: () => void
  /** Called with the new job. */
  onOpen: (jobId: string) => void
}

/** A new job of this one: the reply kept and spoken by another voice, or another text. */
export function RetryJobDialog({ job, isOpen, onClose, onOpen }: RetryJobDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy}
      title={t('Retry this job')}
      text={t('Makes a new job, which costs 1 call. This one stays as it is.')}
    >
      <Retry job={job} onBusy={setIsBusy} onClose={onClose} onOpen={onOpen} />
    </Dialog>
  )
}

type RetryProps = Omit<RetryJobDialogProps, 'isOpen'> & { onBusy: (isBusy: boolean) => void }

function Retry({ job, onBusy, onClose, onOpen }: RetryProps) {
  const hasReply = job.aiResponse !== undefined
  const form = useForm({
    resolver: zodResolver(retryForm({ isSsml: job.ssml === true })),
    defaultValues: { keepsReply: hasReply, userText: job.userText, voiceId: job.voiceId },
  })
  const retry = useFormWrite({
    form,
    send: async (body: RetryBody) => {
      onBusy(true)
      return request('POST', `/api/jobs/${job.id}/retry`, { body }).finally(() => onBusy(false))
    },
    onDone: (answer) => {
      const { jobId, status } = Answer.parse(answer)
      if (!isFinal(status)) toast({ title: t('Job submitted'), text: t('Your audio is on its way'), jobId })
      onClose()
      onOpen(jobId)
    },
    fallback: t('Failed to process request'),
  })
  const keepsReply = useWatch({ control: form.control, name: 'keepsReply' })
  const { errors } = form.formState
  return (
    <DialogForm {...retry.form}>
      {hasReply && (
        <Controller
          control={form.control}
          name="keepsReply"
          render={({ field }) => (
            <Switch
              label={t('Keep the reply')}
              hint={t('It is spoken again, and not written anew.')}
              isOn={field.value}
              onChange={field.onChange}
            />
          )}
        />
      )}
      {!keepsReply && (
        <Field label={t('User text')} error={errors.userText?.message}>
          {(parts) => <TextArea rows={4} {...parts} {...checkedField(form, 'userText')} />}
        </Field>
      )}
      <Field label={t('Voice')} error={errors.voiceId?.message}>
        {(parts) => (
          <Select {...parts} {...checkedField(form, 'voiceId')}>
            <VoiceOptions present={job.voiceId} />
          </Select>
        )}
      </Field>
      <DialogFoot
        onCancel={onClose}
        act={t('Retry job')}
        busyText={t('Processing...')}
        state={retry}
        refusal={retry.alert}
      />
    </DialogForm>
  )
}
