import { useQueryClient } from '@tanstack/react-query'
import { BatchCancelled } from '@utter/contracts/http/jobs/batch'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { ConfirmWrite } from '../../session/confirm-write.tsx'
import { readAccountAgain } from '../../session/me.ts'
import { batchJobsQuery } from '../queries.ts'

interface CancelBatchDialogProps {
  batchId: string
  isOpen: boolean
  onClose: () => void
}

export function CancelBatchDialog({ batchId, isOpen, onClose }: CancelBatchDialogProps) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Cancel this batch?')}
      text={t(
        'Lines that wait are cancelled, free. A line whose speech has begun is spoken to its end, and costs its call.',
      )}
      act={t('Cancel batch')}
      busyText={t('Cancelling...')}
      send={async () => BatchCancelled.parse(await request('POST', `/api/batch/${batchId}/cancel`))}
      onDone={({ cancelled, tooLate }) => {
        const lines = counted(cancelled, 'line')
        toast({
          title: t('Batch cancelled'),
          text:
            tooLate > 0
              ? t('{lines} cancelled, free, {others} had ended or begun', { lines, others: counted(tooLate, 'line') })
              : t('{lines} cancelled, free', { lines }),
        })
        void client.invalidateQueries({ queryKey: batchJobsQuery(batchId).queryKey, exact: true })
        void readAccountAgain(client)
        onClose()
      }}
    />
  )
}
