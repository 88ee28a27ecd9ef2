import { useQueryClient } from '@tanstack/react-query'
import type { OwnVoiceView } from '@utter/contracts/http/voices'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { toast } from '../../lib/toasts.ts'
import { ConfirmWrite } from '../session/confirm-write.tsx'
import { accountChanged } from '../session/me.ts'
import { ownVoicesQuery } from '../voices/queries.ts'

interface RemoveVoiceDialogProps {
  voice: OwnVoiceView
  isOpen: boolean
  onClose: () => void
}

export function RemoveVoiceDialog({ voice: { id, name, blend }, isOpen, onClose }: RemoveVoiceDialogProps) {
  const client = useQueryClient()
  return (
    <ConfirmWrite
      isOpen={isOpen}
      onClose={onClose}
      title={t('Remove {name}?', { name })}
      text={
        blend
          ? t('Jobs can name it no more. The same blend can be made again.')
          : t('Jobs can name it no more. It stays at its provider.')
      }
      act={t('Remove voice')}
      busyText={t('Removing...')}
      send={() => request('DELETE', `/api/voices/mine/${encodeURIComponent(id)}`)}
      onDone={() => {
        client.setQueryData(ownVoicesQuery.queryKey, (voices) => voices?.filter((voice) => voice.id !== id))
        toast({ title: t('Voice removed'), text: name })
        onClose()
        return accountChanged(client)
      }}
    />
  )
}
