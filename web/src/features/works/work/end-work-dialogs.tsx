import { useQueryClient } from '@tanstack/react-query'
import { WorkView } from '@utter/contracts/http/works/views'
import { paths } from '@utter/contracts/screens'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../lib/language/words.ts'
import { request } from '../../../lib/server/http.ts'
import { toast } from '../../../lib/toasts.ts'
import { ConfirmWrite } from '../../session/confirm-write.tsx'
import { workQuery, worksQuery } from '../queries.ts'

interface EndWorkProps {
  workId: string
  title: string
  isOpen: boolean
  onClose: () => void
}

export function CancelWorkDialog({ workId, title, isOpen, onClose }: EndWorkProps) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Cancel {name}?', { name: title })}
      text={t('What is spoken stays. The rest is never spoken: a cancelled work cannot be resumed.')}
      act={t('Cancel work')}
      busyText={t('Cancelling...')}
      send={async () => WorkView.parse(await request('POST', `/api/works/${workId}/cancel`))}
      onDone={(work) => {
        client.setQueryData(workQuery(workId).queryKey, work)
        onClose()
      }}
    />
  )
}

export function DeleteWorkDialog({ workId, title, isOpen, onClose }: EndWorkProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Delete {name}?', { name: title })}
      text={t('Its texts and its sound are gone at once. It cannot be undone.')}
      act={t('Delete work')}
      busyText={t('Deleting...')}
      send={() => request('DELETE', `/api/works/${workId}`)}
      onDone={async () => {
        toast({ title: t('Work deleted'), text: title })
        onClose()
        client.setQueryData(
          worksQuery.queryKey,
          (list) =>
            list && {
              ...list,
              pages: list.pages.map((page) => ({ ...page, works: page.works.filter((one) => one.workId !== workId) })),
            },
        )
        await navigate(paths.works)
        client.removeQueries({ queryKey: workQuery(workId).queryKey })
      }}
    />
  )
}
