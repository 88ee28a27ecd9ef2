import { useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { removeFromLists } from '../jobs/lists.ts'
import { jobQuery } from '../jobs/queries.ts'
import { useWrite } from '../session/use-write.ts'

interface DeleteJobDialogProps {
  jobId: string
  isOpen: boolean
  onClose: () => void
  /** Called when the job is gone. */
  onDeleted: () => void
}

export function DeleteJobDialog({ jobId, isOpen, onClose, onDeleted }: DeleteJobDialogProps) {
  const client = useQueryClient()
  const { write, isPending, refusal, secondsLeft } = useWrite({
    send: () => request('DELETE', `/api/jobs/${jobId}`),
    onDone: () => {
      toast({ title: 'Job deleted', text: 'Its text, reply and audio are gone' })
      onClose()
      onDeleted()
      client.removeQueries({ queryKey: jobQuery(jobId).queryKey, exact: true })
      removeFromLists(client, jobId)
    },
    fallback: 'Failed to process request',
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this job?"
      text="Its text, reply and audio are gone at once. Totals stay, and so does the call that it cost. It cannot be undone."
      act="Delete job"
      busyText="Deleting..."
      write={() => write(undefined)}
      isPending={isPending}
      refusal={refusal}
      secondsLeft={secondsLeft}
    />
  )
}
