import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { paths } from '@utter/contracts/screens'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import styled from 'styled-components'
import { saveAnswer } from '../../../lib/browser/save-answer.ts'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { Button, LinkButton } from '../../../ui/form/button.tsx'
import { CardFoot } from '../../../ui/layout/card.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { CodeButton } from '../../code-samples/code-button.tsx'
import { SaveButton } from '../../export-data/save-button.tsx'
import { toastRefusal } from '../../session/toast-refusal.ts'
import { leaveList } from '../list-draft.ts'

const cancelDialog = lazyView(async () => (await import('./cancel-batch-dialog.tsx')).CancelBatchDialog)

const Last = styled.span`
  margin-left: auto;
`

const callsOf = (batchId: string) => [
  { does: t('Its results'), call: { method: 'GET' as const, path: `/api/batch/${batchId}/results` } },
  { does: t('Its jobs'), call: { method: 'GET' as const, path: `/api/batch/${batchId}/jobs` } },
]

interface BatchActsProps {
  batchId: string
  rows: readonly JobRow[]
  isOpen: boolean
}

/** Acts on all of a batch: save what has ended, send again what has failed, cancel the rest. */
export function BatchActs({ batchId, rows, isOpen }: BatchActsProps) {
  const navigate = useNavigate()
  const [isCancelling, setIsCancelling] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const spoken = rows.filter(({ audioUrl }) => audioUrl !== undefined).length
  const failed = rows.filter(({ status }) => status === 'failed')
  const sendAgain = async () => {
    setIsReading(true)
    try {
      const { readFailedLines } = await import('./failed-lines.ts')
      leaveList(await readFailedLines(failed))
      await navigate(paths.newBatch)
    } catch (error) {
      toastRefusal(error, t('The failed lines could not be read'))
    } finally {
      setIsReading(false)
    }
  }
  const results = (format: 'zip' | 'jsonl') => () =>
    saveAnswer('GET', `/api/batch/${batchId}/results?format=${format}`, `batch-${batchId}.${format}`)
  return (
    <CardFoot>
      {spoken > 0 && (
        <SaveButton look="secondary" save={results('zip')} failure={t('The zip could not be made')}>
          {isOpen ? t('Download {sounds} (zip)', { sounds: counted(spoken, 'sound') }) : t('Download all (zip)')}
        </SaveButton>
      )}
      {spoken + failed.length > 0 && (
        <SaveButton look="ghost" save={results('jsonl')} failure={t('The results could not be read')}>
          {t('Results (JSON Lines)')}
        </SaveButton>
      )}
      {failed.length > 0 && (
        <Button look="ghost" isSmall isBusy={isReading} onClick={() => void sendAgain()}>
          {t('Send {lines} again', { lines: counted(failed.length, 'failed line') })}
        </Button>
      )}
      <CodeButton calls={() => callsOf(batchId)} />
      <Last>
        {isOpen ? (
          <Button
            look="danger"
            isSmall
            onPointerEnter={cancelDialog.preload}
            onFocus={cancelDialog.preload}
            onClick={() => setIsCancelling(true)}
          >
            {t('Cancel batch')}
          </Button>
        ) : (
          <LinkButton look="ghost" isSmall to={paths.newBatch}>
            {t('New batch')}
          </LinkButton>
        )}
      </Last>
      <DialogSlot part={cancelDialog} isOpen={isCancelling} onClose={() => setIsCancelling(false)}>
        {(dialog) => <cancelDialog.View {...dialog} batchId={batchId} />}
      </DialogSlot>
    </CardFoot>
  )
}
