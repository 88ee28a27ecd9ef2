import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { removeFromLists } from '../../jobs/live/lists.ts'
import { jobDeletionKey, jobQuery } from '../../jobs/live/queries.ts'
import { ConfirmWrite } from '../../session/confirm-write.tsx'

interface DeleteJobDialogProps {
  jobId: string
  isOpen: boolean
  onClose: () => void
  /** Called when the job is gone. */
  onDeleted: () => void
}

export function DeleteJobDialog({ jobId, isOpen, onClose, onDeleted }: DeleteJobDialogProps) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Delete this job?')}
      text={t(
        'Its text, reply and audio are gone at once. Totals stay, and so does the call that it cost. It cannot be undone.',
      )}
      act={t('Delete job')}
      busyText={t('Deleting...')}
      mutationKey={jobDeletionKey(jobId)}
      send={() => request('DELETE', `/api/jobs/${jobId}`)}
      onDone={() => {
        toast({ title: t('Job deleted'), text: t('Its text, reply and audio are gone') })
        onClose()
        onDeleted()
        client.removeQueries({ queryKey: jobQuery(jobId).queryKey, exact: true })
        removeFromLists(client, jobId)
      }}
    />
  )
}
