import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../lib/language/words.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, DialogForm } from '../../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../../ui/overlay/dialog-foot.tsx'
import { VoiceOptions } from './voice-options.tsx'

const ready = { isPending: false, secondsLeft: 0 }

interface AgainDialogProps {
  job: JobView
  isOpen: boolean
  onClose: () => void
}

/** Leads to the Playground, which has the job's text and settings in its form, with the voice that is chosen here. */
export function AgainDialog({ job: { id, voiceId }, isOpen, onClose }: AgainDialogProps) {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(voiceId)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('Again with …')}
      text={t('Opens the Playground with this text and these settings. Nothing is sent yet.')}
    >
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault()
          const search = new URLSearchParams({ job: id, ...(chosen !== voiceId && { voice: chosen }) })
          navigate(`${paths.playground}?${search}`)
        }}
      >
        <Field label={t('Voice')}>
          {(parts) => (
            <Select {...parts} value={chosen} onChange={(event) => setChosen(event.target.value)}>
              <VoiceOptions present={voiceId} />
            </Select>
          )}
        </Field>
        <DialogFoot onCancel={onClose} act={t('Open Playground')} busyText={t('Opening...')} state={ready} />
      </DialogForm>
    </Dialog>
  )
}
