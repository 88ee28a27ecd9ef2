import { useQueryClient } from '@tanstack/react-query'
import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'
import { keysQuery } from './queries.ts'

interface RevokeKeyDialogProps {
  apiKey: ApiKeyView
  isOpen: boolean
  onClose: () => void
}

export function RevokeKeyDialog({ apiKey: { id, name }, isOpen, onClose }: RevokeKeyDialogProps) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Revoke {name}?', { name })}
      text={t('Programs that use this key are refused at once. It cannot be undone.')}
      act={t('Revoke key')}
      busyText={t('Revoking...')}
      send={() => request('DELETE', `/api/keys/${id}`)}
      onDone={() => {
        client.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id))
        toast({ title: t('Key revoked'), text: name })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
