import { useQueryClient } from '@tanstack/react-query'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'
import { sessionsQuery } from './queries.ts'

export function EndOthersDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('End all other sessions?')}
      text={t('Every other browser and program that is logged in has to log in again. API keys go on.')}
      act={t('End sessions')}
      busyText={t('Ending...')}
      send={async () => messageIn(await request('DELETE', '/api/auth/sessions'))}
      onDone={(message) => {
        client.setQueryData(sessionsQuery.queryKey, (rows) => rows?.filter(({ isCurrent }) => isCurrent))
        toast({ title: t('Sessions ended'), text: message })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
