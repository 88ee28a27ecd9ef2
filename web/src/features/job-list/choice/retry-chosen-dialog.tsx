import { useState } from 'react'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { useVoices } from '../../voices/use-voices.ts'
import type { RetryChoice } from './retry-chosen.ts'

const ready = { isPending: false, secondsLeft: 0 }

interface RetryChosenDialogProps {
  count: number
  isOpen: boolean
  onClose: () => void
  onRetry: (choice: RetryChoice) => void
}

/** Asks by which voice the chosen jobs are repeated: each costs its call again. */
export function RetryChosenDialog({ count, isOpen, onClose, onRetry }: RetryChosenDialogProps) {
  const [voiceId, setVoiceId] = useState('')
  const [keepsReplies, setKeepsReplies] = useState(true)
  const { data: voices } = useVoices()
  const jobs = counted(count, 'job')
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Retry {jobs}', { jobs })}
      text={
        count === 1
          ? t('Makes {jobs}, 1 call each. The present one stays as it is.', { jobs: counted(1, 'new job') })
          : t('Makes {jobs}, 1 call each. The present ones stay as they are.', { jobs: counted(count, 'new job') })
      }
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          onRetry({ voiceId: voiceId || undefined, keepsReplies })
        }}
      >
        <Field label={t('Voice')}>
          {(parts) => (
            <Select {...parts} value={voiceId} onChange={(event) => setVoiceId(event.target.value)}>
              <option value="">{t('Each as before')}</option>
              {voices?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Switch
          label={t('Keep replies')}
          hint={t('They are spoken again, and not written anew.')}
          isOn={keepsReplies}
          onChange={setKeepsReplies}
        />
        <DialogFoot onCancel={onClose} act={t('Retry {jobs}', { jobs })} busyText={t('Processing...')} state={ready} />
      </DialogForm>
    </Dialog>
  )
}
