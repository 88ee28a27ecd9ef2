import { useQueryClient } from '@tanstack/react-query'
import { type ApiKeyView, CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { useState } from 'react'
import { msg, t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Dialog, DialogForm } from '../../ui/overlay/dialog.tsx'
import { DialogFoot } from '../../ui/overlay/dialog-foot.tsx'
import { accountChanged } from '../session/me.ts'
import { useWrite } from '../session/use-write.ts'
import { ShownKey } from './shown-key.tsx'

const overlaps = [
  { seconds: 0, label: msg('None: it ends at once') },
  { seconds: 3_600, label: msg('1 hour') },
  { seconds: 86_400, label: msg('1 day') },
  { seconds: 604_800, label: msg('7 days') },
]

/** A program goes on with the old key until it has the new one. */
const presetSeconds = 86_400

interface RerollKeyDialogProps {
  apiKey: ApiKeyView
  isOpen: boolean
  onClose: () => void
}

/** A new secret for a key, shown once as a new key is. */
export function RerollKeyDialog({ apiKey, isOpen, onClose }: RerollKeyDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [isShown, setIsShown] = useState(false)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isBusy={isBusy || isShown}
      title={isShown ? t('Your new key') : t('Reroll {name}', { name: apiKey.name })}
      text={
        isShown
          ? t('Copy {name} now.', { name: apiKey.name })
          : t('The key gets a new secret; its name, limits and usage stay.')
      }
    >
      <Reroll id={apiKey.id} onBusy={setIsBusy} onShown={() => setIsShown(true)} onClose={onClose} />
    </Dialog>
  )
}

interface RerollProps {
  id: string
  onBusy: (isBusy: boolean) => void
  onShown: () => void
  onClose: () => void
}

/** Inside of the dialog, which goes when it is closed, and the key with it. */
function Reroll({ id, onBusy, onShown, onClose }: RerollProps) {
  const client = useQueryClient()
  const [created, setCreated] = useState<CreatedApiKey>()
  const [overlapSeconds, setOverlapSeconds] = useState(presetSeconds)
  const reroll = useWrite({
    send: async (body: { overlapSeconds: number }) => {
      onBusy(true)
      try {
        setCreated(CreatedApiKey.parse(await request('POST', `/api/keys/${id}/reroll`, { body })))
        onShown()
      } finally {
        onBusy(false)
      }
    },
    onDone: () => accountChanged(client),
    fallback: t('Failed to process request'),
  })
  if (created) return <ShownKey created={created} onClose={onClose} />
  return (
    <DialogForm
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        reroll.write({ overlapSeconds })
      }}
    >
      <Field label={t('Overlap')} hint={t('Time for which the old secret still works.')}>
        {(parts) => (
          <Select
            {...parts}
            value={overlapSeconds}
            onChange={(event) => {
              setOverlapSeconds(Number(event.target.value))
              reroll.reset()
            }}
          >
            {overlaps.map(({ seconds, label }) => (
              <option key={seconds} value={seconds}>
                {t(label)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <DialogFoot
        onCancel={onClose}
        act={t('Reroll key')}
        busyText={t('Rerolling...')}
        state={reroll}
        refusal={reroll.refusal}
      />
    </DialogForm>
  )
}
